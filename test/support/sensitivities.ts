import type { SensitivityPlan } from '../../src/simulations/kinds/sensitivity/request.schema.js';
import type { SensitivityResult } from '../../model/analyses.js';
import type { DefaultRecord } from '../../src/simulations/run.record.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { workflowId } from './simulations.js';
import { waitUntil } from './wait-until.js';

export type SensitivityRecord = DefaultRecord<SensitivityPlan, SensitivityResult> & {
  progress: { evaluations_done: number; evaluations_max: number };
};

export function createSensitivity(
  api: ApiClient,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<SensitivityRecord>> {
  const parameters = [{ name: 'train_cost_factor' }, { name: 'train_time_factor' }, { name: 'car_cost_factor' }];
  const json = {
    ...{ workflow_id: workflowId, agent_count: 50, seed: 1, parameters, samples: 16, trajectories: 4 },
    ...body,
  };
  return api.call<SensitivityRecord>('/v1/sensitivities', { method: 'POST', json, headers });
}

/** A request of an analysis that takes minutes, so that it can be canceled. */
export const longAnalysis = {
  workflow_id: 'conservation-wtp',
  agent_count: 5_000,
  parameters: [{ name: 'price' }, { name: 'impact' }],
  samples: 1_024,
};

/** Waits until the analysis has a final status. */
export async function runSensitivity(
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<SensitivityRecord & { result: NonNullable<SensitivityRecord['result']> }> {
  const created = await createSensitivity(api, body);
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  const { id } = created.body.data;
  const read = async () => (await api.call<SensitivityRecord>(`/v1/runs/${id}`)).body.data;
  let record = await read();
  await waitUntil(`analysis ${id} has finished`, async () => {
    record = await read();
    return !['queued', 'running'].includes(record.status);
  });
  const { result, ...analysis } = record;
  if (!result) throw new Error(`analysis ${id} is ${analysis.status}: ${JSON.stringify(analysis.failure)}`);
  return { ...analysis, result };
}
