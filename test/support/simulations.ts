import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from './api-client.js';

export const workflowId = 'swissmetro-mode-choice';

export type Errors = Record<'simulation' | 'estimation' | 'population' | 'model', number | null>;

export interface SimulationRecord {
  id: string;
  status: string;
  workflow_id: string;
  agent_count: number;
  seed: number;
  scenario_context: Record<string, unknown>;
  uncertainty: { method: string; parameter_draws: number | null };
  progress: { agents_done: number; agents_total: number };
  warnings: { parameter: string; value: number; calibrated_range: [number, number] }[];
  digest: string | null;
  summary: {
    headline: { outcome: string; why: string } | null;
    outcomes: { id: string; share: number; count: number; difference: number; errors: Errors }[];
  } | null;
  failure: { code: string; message: string } | null;
}

export interface AgentRecord {
  agent_id: string;
  index: number;
  attributes: Record<string, unknown>;
  outcome: string;
  probabilities: Record<string, number>;
  transcript: string[];
}

export function createSimulation(
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<ApiResponse<SimulationRecord>> {
  return api.post<SimulationRecord>('/v1/simulations', { workflow_id: workflowId, agent_count: 200, ...body });
}

/** Waits until the simulation has a final status. */
export async function finished(api: ApiClient, id: string, timeoutMs = 100_000): Promise<SimulationRecord> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await api.call<SimulationRecord>(`/v1/simulations/${id}`, { headers: { prefer: 'wait=5' } });
    if (['completed', 'failed', 'canceled'].includes(body.data?.status)) return body.data;
    if (Date.now() > deadline) throw new Error(`simulation ${id} is still ${body.data?.status}`);
    await sleep(25);
  }
}

export async function simulate(api: ApiClient, body: Record<string, unknown> = {}): Promise<SimulationRecord> {
  const created = await createSimulation(api, body);
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  return finished(api, created.body.data.id);
}
