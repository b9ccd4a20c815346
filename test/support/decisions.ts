import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client.js';
import { workflowId } from './simulations.js';

/** Creates an object with a valid body, and returns its id. */
const creator = (path: string, body: Record<string, unknown>) => async (api: ApiClient) => {
  const response = await api.post<{ id: string }>(path, body);
  if (response.status >= 300) throw new Error(`${path} responded ${response.status}: ${response.text}`);
  return response.body.data.id;
};

export const createCalibration = creator('/v1/target-matches', {
  workflow_id: workflowId,
  calibration_targets: [{ outcome: 'train', share: 0.2 }],
});

/** Uploads a table with two columns, and returns its id. */
export const createDataset = (api: ApiClient): Promise<string> => uploadDataset(api, 'gave,age\n1,44\n0,61\n');

/** Uploads a CSV file, and returns the id of the dataset. An organization uploads one file at a time. */
export async function uploadDataset(api: ApiClient, csv: string): Promise<string> {
  const upload = { method: 'POST', raw: csv, headers: { 'content-type': 'text/csv' } };
  let response = await api.call<{ id: string }>('/v1/datasets?name=Letters', upload);
  while (response.body.error === 'rate_limited') {
    await sleep(100);
    response = await api.call<{ id: string }>('/v1/datasets?name=Letters', upload);
  }
  if (response.status !== 201) throw new Error(`the upload responded ${response.status}: ${response.text}`);
  return response.body.data.id;
}

export const createPopulation = creator('/v1/populations', {
  workflow_id: workflowId,
  margins: [{ attributes: ['sex'], cells: ['female', 'male'].map((group) => ({ groups: [group], total: 1 })) }],
});
