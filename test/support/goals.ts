import type { ApiClient, ApiResponse } from './api-client.js';
import { workflowId, type Errors } from './simulations.js';
import { waitUntil } from './wait-until.js';

interface Figure {
  value: number;
  interval: [number, number] | null;
  errors: Errors;
  missing_parts: string[];
}

export interface GoalRecord {
  id: string;
  status: string;
  seed: number;
  agent_count: number;
  quota: number;
  parameters: { name: string; from: number; to: number }[];
  warnings: { parameter: string; value: number }[];
  progress: { evaluations_done: number; evaluations_max: number };
  failure: { code: string } | null;
  digest: string | null;
  result: {
    finding: string;
    arguments: {
      parameter: string;
      value: number;
      interval: [number, number] | null;
      at_bound: string | null;
      is_extrapolation: boolean;
    }[];
    objective: Figure & { start_value: number; gain: Figure };
    constraints: (Figure & { limit: number; is_satisfied: boolean; is_active: boolean })[];
    agents_reached: number | null;
    outcomes: { id: string; share: number; start_share: number }[];
    solutions: number[];
    curve: (Figure & { values: Record<string, number>; is_feasible: boolean })[];
    evaluations: number;
  } | null;
}

/** The fare of the Swissmetro that maximizes its revenue. */
export const revenueGoal = {
  parameters: [{ name: 'swissmetro_cost_factor', from: 0.5, to: 3 }],
  objective: { goal: 'maximize', values: { swissmetro: 'cost' } },
};

export function createGoal(
  api: ApiClient,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<GoalRecord>> {
  const json = { workflow_id: workflowId, agent_count: 200, seed: 1, ...revenueGoal, ...body };
  return api.call<GoalRecord>('/v1/goals', { method: 'POST', json, headers });
}

/** Waits until the goal has a final status. */
export async function finishedGoal(api: ApiClient, id: string): Promise<GoalRecord> {
  const read = async () => (await api.call<GoalRecord>(`/v1/runs/${id}`)).body.data;
  let goal = await read();
  await waitUntil(`goal ${id} has finished`, async () => !['queued', 'running'].includes((goal = await read()).status));
  return goal;
}

export async function runGoal(
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<GoalRecord & { result: NonNullable<GoalRecord['result']> }> {
  const created = await createGoal(api, body);
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  const { result, ...goal } = await finishedGoal(api, created.body.data.id);
  if (!result) throw new Error(`goal ${goal.id} is ${goal.status}: ${JSON.stringify(goal.failure)}`);
  return { ...goal, result };
}
