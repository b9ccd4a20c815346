import type { FitPlan } from '../../src/simulations/kinds/fit/request.schema.js';
import type { FitResult } from '../../src/simulations/kinds/fit/result.schema.js';
import type { DefaultRecord } from '../../src/simulations/run.record.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { uploadDataset } from './decisions.js';
import { waitUntil } from './wait-until.js';

export type FitRecord = Omit<DefaultRecord<FitPlan, FitResult>, 'progress'> & {
  progress: { steps_done: number; steps_total: number };
};

/** Uniform numbers from 0 to 1 that are the same in every run. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Answers to letters: half of the households get an offer, which raises their donations, and older people donate more. */
export function lettersCsv(rows = 800): string {
  const next = uniform(7);
  const lines = Array.from({ length: rows }, (_, row) => {
    const household = Math.floor(row / 2);
    const match = ['none', '1:1', '2:1'][household % 3]!;
    const age = 20 + Math.floor(60 * next());
    const score = -1.2 + (match === 'none' ? 0 : 0.9) + 0.02 * (age - 50);
    return [household, match, age, next() < 1 / (1 + Math.exp(-score)) ? 1 : 0].join(',');
  });
  return `household,match,age,gave\n${lines.join('\n')}\n`;
}

export const lettersSpec = `# The letters of one year
title: Matching grants in letters
id: letters-of-donors
formula: gave ~ match + age
outcome: { event: 1, label: Donates }
group: household
parameters:
  match: { randomized: true, compare: [none, "1:1", "2:1"] }
  age: {}
units: { age: years }
`;

/** Uploads the letters, or another file. */
export const uploadLetters = (api: ApiClient, csv = lettersCsv()): Promise<string> => uploadDataset(api, csv);

export function createFit(
  api: ApiClient,
  body: { dataset_id: string } & Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<ApiResponse<FitRecord>> {
  return api.call<FitRecord>('/v1/fits', { method: 'POST', json: { spec: lettersSpec, ...body }, headers });
}

/** Waits until the fit has a final status. */
export async function finishedFit(api: ApiClient, id: string): Promise<FitRecord> {
  let record: FitRecord | undefined;
  await waitUntil(`fit ${id} has finished`, async () => {
    record = (await api.call<FitRecord>(`/v1/runs/${id}`)).body.data;
    return !['queued', 'running'].includes(record.status);
  });
  return record!;
}

/** Uploads the letters and fits them. */
export async function runFit(
  api: ApiClient,
  body: Record<string, unknown> = {},
): Promise<FitRecord & { result: FitResult }> {
  const created = await createFit(api, { dataset_id: await uploadLetters(api), ...body });
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  const { result, ...record } = await finishedFit(api, created.body.data.id);
  if (!result) throw new Error(`the fit is ${record.status}: ${JSON.stringify(record.failure)}`);
  return { ...record, result };
}

/** The issues of a spec that the API rejects. */
export async function issuesOfSpec(
  api: ApiClient,
  dataset_id: string,
  spec: unknown,
): Promise<{ path: string; message: string }[]> {
  const { status, body } = await createFit(api, { dataset_id, spec });
  expect([status, body.error]).toEqual([400, 'invalid_spec']);
  return body.meta['issues'] as { path: string; message: string }[];
}

/** The simulations of the caller's organization in this month. */
export const usedBy = async (api: ApiClient): Promise<number> =>
  (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
