import type { ApiClient, ApiResponse } from './api-client.js';
import { workflowId } from './simulations.js';
import { waitUntil } from './wait-until.js';

export interface LargeSimulationRecord {
  id: string;
  status: string;
  blocks: number;
  quota: number;
  digest: string | null;
  failure: { code: string; message: string } | null;
  progress: { blocks_done: number; blocks_total: number; agents_done: number; agents_total: number };
  result: {
    agent_count: number;
    outcomes: { id: string; count: number; share: number; interval: [number, number] }[];
  } | null;
}

/** The smallest one has one block. */
export const createLargeSimulation = (
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<ApiResponse<LargeSimulationRecord>> =>
  api.post<LargeSimulationRecord>('/v1/large-simulations', { workflow_id: workflowId, agent_count: 10_001, ...body });

export async function finishedLargeSimulation(api: ApiClient, id: string): Promise<LargeSimulationRecord> {
  const read = async () => (await api.call<LargeSimulationRecord>(`/v1/runs/${id}`)).body.data;
  let record = await read();
  await waitUntil(`${id} has finished`, async () => !['queued', 'running'].includes((record = await read()).status));
  return record;
}

export async function runLargeSimulation(
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<LargeSimulationRecord> {
  const created = await createLargeSimulation(api, body);
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  return finishedLargeSimulation(api, created.body.data.id);
}
