import type { ApiResponse, ApiClient } from './api-client.js';
import { workflowId } from './simulations.js';
import { waitUntil } from './wait-until.js';

export interface SweepRecord {
  id: string;
  status: string;
  seed: number;
  webhook_url: string | null;
  scenario_context: Record<string, unknown>;
  parameters: { name: string; values: (number | string)[] }[];
  progress: { points_total: number; points: Record<string, number>; agents_done: number; agents_total: number };
  completed_at: string | null;
  points: { index: number; simulation_id: string; status: string; values: Record<string, unknown> }[];
}

export function createSweep(api: ApiClient, body: Record<string, unknown> = {}): Promise<ApiResponse<SweepRecord>> {
  return api.post<SweepRecord>('/v1/sweeps', {
    workflow_id: workflowId,
    agent_count: 1,
    parameters: [{ name: 'train_cost_factor', values: [0.9] }],
    ...body,
  });
}

/** Waits until all points of the sweep have finished. */
export async function finishedSweep(api: ApiClient, id: string): Promise<SweepRecord> {
  const read = async () => (await api.call<SweepRecord>(`/v1/runs/${id}`)).body.data;
  let sweep = await read();
  await waitUntil(
    `sweep ${id} has finished`,
    async () => !['queued', 'running'].includes((sweep = await read()).status),
  );
  return sweep;
}
