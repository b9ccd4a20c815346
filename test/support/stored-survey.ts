import { newPrefixedId } from '../../src/common/crypto.js';
import type { BiasReportPlan, BiasReportResult } from '../../src/simulations/kinds/bias-report/bias-report.schema.js';
import type { SurveyPlan, SurveyResult } from '../../src/simulations/kinds/survey/survey.schema.js';
import type { ApiClient } from './api-client.js';
import { runFile } from './shared-service.js';
import { simulate } from './simulations.js';
import { sqlOf } from './sql-of.js';

const options = [
  { id: 'option_1', label: 'By train', outcome: 'train' },
  { id: 'option_2', label: 'By Swissmetro', outcome: 'swissmetro' },
  { id: 'option_3', label: 'By car', outcome: 'car' },
];
const question = 'How would you make this trip?';
const answers = {
  ...{ calibrated: false as const, model: 'some-model', answered: 1, unanswered: [] },
  missing_parts: ['estimation', 'population', 'model'] satisfies SurveyResult['missing_parts'],
  usage: { requests: 1, cached_answers: 0, unreported: 0, prompt_tokens: 100, completion_tokens: 5 },
};
const interval: [number, number] = [0, 1];

const surveyPlan: SurveyPlan = {
  question,
  options: options.map(({ id, label }) => ({ id, label })),
  replicates: 1,
};
const surveyResult: SurveyResult = {
  ...answers,
  options: surveyPlan.options.map((own, k) => ({ ...own, share: k === 0 ? 1 : 0, interval })),
  segments: [],
};

const biasPlan: BiasReportPlan = { question, options, replicates: 1, compared_scenario: null };
const biasResult: BiasReportResult = {
  ...answers,
  ...{ total_variation: 0.7, sampling_total_variation: 0.3, uniform_total_variation: 0.2 },
  ...{ simbench_score: -250, segments_simbench_score: null, segments: [], correction: null, effects: null },
  options: options.map((own, k) => {
    const share = k === 0 ? 1 : 0;
    const workflow_share = [0.3, 0.4, 0.3][k]!;
    return { ...own, share, interval, workflow_share, difference: share - workflow_share, corrected_share: share };
  }),
};

type StoredStatus = 'completed' | 'running';

/** Stores a survey in the databases of the shared service, which has no language model. */
export const storeSurvey = (owner: ApiClient, status?: StoredStatus): Promise<string> =>
  store(owner, { kind: 'survey', prefix: 'srv', plan: surveyPlan, result: surveyResult }, status);

export const storeBiasReport = (owner: ApiClient, status?: StoredStatus): Promise<string> =>
  store(owner, { kind: 'bias_report', prefix: 'bias', plan: biasPlan, result: biasResult }, status);

/** Stores a simulation that is running until it is canceled, and takes no time of a worker. */
export async function storeRunningSimulation(owner: ApiClient): Promise<string> {
  const id = newPrefixedId('sim');
  await copySimulation(owner, { id, ...running() });
  return id;
}

/** @param status `running`: until it is canceled */
async function store(
  owner: ApiClient,
  { kind, prefix, plan, result }: { kind: string; prefix: string; plan: object; result: object },
  status: StoredStatus = 'completed',
): Promise<string> {
  const id = newPrefixedId(prefix);
  await copySimulation(owner, {
    ...{ id, kind, request: plan, cost: 1, created_at: new Date(), summary: result, summary_details: null },
    ...(status === 'running' && running()),
  });
  return id;
}

/** The lease lasts longer than the tests, so that no worker claims the run. */
const running = () => ({
  ...{ status: 'running', completed_at: null, summary: null, digest: null },
  lease_expires_at: new Date(Date.now() + 86_400_000),
});

/** Copies a simulation of the owner, in its tier. */
async function copySimulation(owner: ApiClient, changes: object): Promise<void> {
  const { id: source } = await simulate(owner, { agent_count: 1 });
  const { sandbox_database_owner_url, live_database_owner_url } = runFile();
  for (const url of [sandbox_database_owner_url, live_database_owner_url]) {
    await sqlOf(url)(
      `INSERT INTO simulations SELECT (jsonb_populate_record(source, $2::jsonb)).* FROM simulations source WHERE id = $1`,
      [source, JSON.stringify(changes)],
    );
  }
}
