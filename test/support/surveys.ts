import type { SurveyPlan, SurveyResult } from '../../src/simulations/kinds/survey/survey.schema.js';
import type { DefaultRecord } from '../../src/simulations/run.record.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { workflowId } from './simulations.js';
import { waitUntil } from './wait-until.js';

export type SurveyRecord = DefaultRecord<SurveyPlan, SurveyResult> & {
  progress: { answers_done: number; answers_total: number };
};

export const surveyRequest = {
  workflow_id: workflowId,
  question: 'Would you support a tax on sugary drinks?',
  options: ['Yes', 'No'],
  agent_count: 12,
  seed: 1,
};

export const createSurvey = (api: ApiClient, body: object = {}): Promise<ApiResponse<SurveyRecord>> =>
  api.post<SurveyRecord>('/v1/surveys', { ...surveyRequest, ...body });

export const readSurvey = async (api: ApiClient, id: string): Promise<SurveyRecord> =>
  (await api.call<SurveyRecord>(`/v1/runs/${id}`)).body.data;

/** Waits until the survey has a final status. */
export async function finishedSurvey(api: ApiClient, id: string): Promise<SurveyRecord> {
  let record = await readSurvey(api, id);
  await waitUntil(`survey ${id} has finished`, async () => {
    record = await readSurvey(api, id);
    return !['queued', 'running'].includes(record.status);
  });
  return record;
}

export async function runSurvey(api: ApiClient, body: object = {}): Promise<SurveyRecord> {
  const created = await createSurvey(api, body);
  if (created.status !== 202) throw new Error(`create responded ${created.status}: ${created.text}`);
  return finishedSurvey(api, created.body.data.id);
}
