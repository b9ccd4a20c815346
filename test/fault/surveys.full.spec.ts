import type { ChildProcess } from 'node:child_process';
import { wilsonInterval } from '../../model/analyses.js';
import type { ApiClient } from '../support/api-client.js';
import type { BiasReportResult } from '../../src/simulations/kinds/bias-report/bias-report.schema.js';
import { LanguageModelServer, type ModelRequest } from '../support/language-model-server.js';
import { expireLeases } from '../support/leases.js';
import {
  createSurvey,
  finishedSurvey,
  readSurvey,
  runSurvey,
  surveyRequest,
  type SurveyRecord,
} from '../support/surveys.js';
import { simulate } from '../support/simulations.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

interface BiasRecord {
  status: string;
  progress: object;
  failure: object | null;
  result: BiasReportResult | null;
}

const personOf = ({ data }: ModelRequest) => JSON.stringify(data.person);
const { question } = surveyRequest;
const requestTimeoutMs = 60_000;

describe('surveys of language-model agents', () => {
  let server: LanguageModelServer;
  let bed: TestBed;
  let worker: ChildProcess;
  let url: string;
  let api: ApiClient;
  let unconfigured: string;

  beforeAll(async () => {
    server = await LanguageModelServer.start();
    bed = await TestBed.start({
      SVC_LLM_TIMEOUT_MS: String(requestTimeoutMs),
      LOG_LEVEL: 'info',
      SVC_PLAN_LIMITS: '{"growth":{"requests_per_minute":1000000}}',
    });
    const settings = { SVC_LLM_URL: server.url, SVC_LLM_MODEL: 'some-model', SVC_LLM_DAILY_SURVEY_REQUESTS: '100' };
    [{ url }, worker, { url: unconfigured }] = await Promise.all([
      bed.startApi(settings),
      bed.startWorker(settings),
      bed.startApi(),
    ]);
  });
  beforeEach(async () => {
    server.mode = 'respond';
    server.write = ({ data }) => ({ answer: data.person?.['Sex'] === 'Woman' ? 'option_1' : 'option_2' });
    server.requests.length = 0;
    api = await bed.newCaller(url, expect.getState().currentTestName);
  });
  afterAll(async () => {
    await bed.stop();
    await server.stop();
    // Questions and people are in no log line.
    expect(JSON.stringify(bed.logLines())).not.toMatch(/sugary|Woman/);
  });

  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

  it('A survey has shares with sampling intervals, groups, cost, and is marked as not calibrated everywhere', async () => {
    const record = await runSurvey(api, { replicates: 2 });
    const { result, ...survey } = record;
    expect(survey).toMatchObject({
      object: 'survey',
      status: 'completed',
      quota: 1,
      replicates: 2,
      progress: { answers_done: 24, answers_total: 24 },
    });
    expect(result).toMatchObject({
      calibrated: false,
      model: 'some-model',
      answered: 12,
      unanswered: [],
      missing_parts: ['estimation', 'population', 'model'],
      usage: { requests: 24, cached_answers: 0, prompt_tokens: 2_400, completion_tokens: 120 },
    });
    expect(server.requests).toHaveLength(24);
    // Each person has both replicates, and people differ.
    expect(new Set(server.requests.map(personOf)).size).toBe(12);
    const [yes, no] = result!.options;
    expect(yes!.share! + no!.share!).toBeCloseTo(1, 12);
    const share = server.requests.filter(({ data }) => data.person?.['Sex'] === 'Woman').length / 24;
    expect(yes!.share).toBeCloseTo(share, 12);
    // Wilson, of 12 agents and not of 24 answers.
    expect(yes!.interval).toEqual([...wilsonInterval(12 * share, 12)]);
    const sex = result!.segments.find(({ id }) => id === 'sex')!;
    expect(sex.groups.map(({ options: [first] }) => first?.share)).toEqual(expect.arrayContaining([1, 0]));

    const path = `/v1/runs/${record.id}`;
    const rows = (await api.call<{ calibrated: boolean }[]>(`${path}/table`)).body.data;
    expect(rows.every(({ calibrated }) => !calibrated)).toBe(true);
    const view = (await api.call<{ headline: { text: string }; trust: string[] }>(`${path}/view`)).body.data;
    expect(view.headline.text).toMatch(/^Not calibrated: /);
    expect(view.trust.join()).toContain('No data of real people');
    expect((await api.call(`${path}/report`)).text).toContain('Not calibrated');
    const manifest = await api.call<object>(`${path}/manifest`);
    expect(manifest.body.data).toMatchObject({ question, agent_count: 12, digest: survey.digest });
    expect(await used()).toBe(1);
  });

  it('Without a language model, nothing is queued, and the error names the settings', async () => {
    const other = await bed.newCaller(unconfigured, 'Unconfigured');
    const created = await createSurvey(other);
    expect([created.status, created.body.error]).toEqual([422, 'language_model_not_configured']);
    expect(created.body.meta.message).toContain('SVC_LLM_URL');
    expect((await other.call('/v1/runs?kind=survey')).body.data).toEqual([]);
  });

  it('A dry run estimates requests and tokens, and sends nothing', async () => {
    const { status, body } = await createSurvey(api, { dry_run: true });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        object: 'survey_dry_run',
        language_model: {
          requests: 12,
          estimated_prompt_tokens: expect.any(Number) as number,
          estimated_completion_tokens: 600,
        },
      }),
    ]);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    [{ options: ['Yes', 'yes'] }, 'invalid_survey', 'options'],
    [{ agent_count: 501, replicates: 2 }, 'invalid_survey', 'replicates'],
    [{ options: ['Yes'] }, 'validation_error', 'options'],
    [{ agent_count: 1_001 }, 'validation_error', 'agent_count'],
    [{ scenario_context: {} }, 'validation_error', 'scenario_context'],
  ])('A request that is not a survey is rejected with its field: %j', async (more, code, field) => {
    const { status, body, text } = await createSurvey(api, more);
    expect([status, body.error]).toEqual([400, code]);
    expect(text).toContain(field);
  });

  it('A survey completes with the answers that it has if the budget of the day ends', async () => {
    const { status, result } = await runSurvey(api, { agent_count: 120 });
    expect(status).toBe('completed');
    expect(result).toMatchObject({
      answered: 100,
      unanswered: [{ reason: 'budget_used_up', count: 20 }],
      usage: { requests: 100 },
    });
  });

  it('A survey fails and its quota is refunded if fewer than half of the agents answered', async () => {
    server.mode = 'status 400';
    const { status, failure, result } = await runSurvey(api);
    expect([status, failure?.code, result]).toEqual(['failed', 'survey_too_few_answers', null]);
    expect(failure?.message).toContain('0 of 12 agents');
    expect(await used()).toBe(0);
  });

  it('A bias report compares answers and workflow for the same agents, and shows the corrected error of held-out agents', async () => {
    // The model ignores the scenario and prefers the car, except for women.
    server.write = ({ data }) => ({ answer: data.person?.['Sex'] === 'Woman' ? 'option_1' : 'option_3' });
    const options = ['train', 'swissmetro', 'car'].map((outcome) => ({ label: `By ${outcome}`, outcome }));
    const request = { workflow_id: surveyRequest.workflow_id, question: 'How would you make this trip?', options };
    const other = await bed.newCaller(url, 'Bias');
    const dryRun = await other.post('/v1/bias-reports', { ...request, agent_count: 40, dry_run: true });
    expect(dryRun.body.data).toMatchObject({ language_model: { requests: 40 } });
    const created = await other.post<{ id: string }>('/v1/bias-reports', {
      ...{ ...request, agent_count: 40, seed: 3, compared_scenario_context: { car_cost_factor: 1.5 } },
    });
    expect(created.status).toBe(202);
    const path = `/v1/runs/${created.body.data.id}`;
    const read = async () => (await other.call<BiasRecord>(path)).body.data;
    await waitUntil('the report has finished', async () => !['queued', 'running'].includes((await read()).status));
    const { result, failure, progress } = await read();
    expect(failure).toBeNull();
    expect(progress).toEqual({ answers_done: 80, answers_total: 80 });
    // The same agents in a simulation have the shares of the workflow.
    const simulation = await simulate(other, { workflow_id: request.workflow_id, agent_count: 40, seed: 3 });
    for (const own of result!.options) {
      const { share } = simulation.summary!.outcomes.find(({ id }) => id === own.outcome)!;
      expect(own.workflow_share).toBeCloseTo(share, 9);
    }
    const [train] = result!.options;
    const women = server.requests.slice(0, 80).filter(({ data }) => data.person?.['Sex'] === 'Woman').length;
    expect(train!.share).toBeCloseTo(women / 80, 12);
    expect(new Set(server.requests.map(({ data }) => data.situation?.['Cost by car'])).size).toBeLessThanOrEqual(2);
    expect(result).toMatchObject({ calibrated: false, answered: 40, effects: { correlation: null } });
    expect(result!.effects!.options.map(({ effect }) => effect)).toEqual([0, 0, 0]);
    expect(result!.total_variation).toBeGreaterThan(result!.sampling_total_variation);
    const { correction } = result!;
    expect(correction).toMatchObject({ fitted_agents: 20, held_out_agents: 20 });
    expect(correction!.compared_scenario_after).not.toBeNull();
    expect((await other.call(`${path}/view`)).text).toContain('SimBench score');
    expect((await other.call(`${path}/report`)).text).toContain('Held-out total variation distance');
    const rows = (await other.call<{ calibrated: boolean }[]>(`${path}/table`)).body.data;
    expect(rows.every(({ calibrated }) => !calibrated)).toBe(true);
    const { reproduce } = (await other.call(`${path}/manifest`)).body.meta as { reproduce: Record<string, string> };
    expect(reproduce['python']).toContain('client.bias_reports.run(');
    expect(reproduce['typescript']).toContain('client.biasReports.run(');
  });

  it.each([
    [
      {
        options: [
          { label: 'Train', outcome: 'train' },
          { label: 'Car', outcome: 'car' },
        ],
      },
      'options',
    ],
    [{ workflow_id: 'hybrid-corn-network' }, 'workflow_id'],
    [{ compared_scenario_context: { car_cost: 1 } }, 'compared_scenario_context'],
    [{ agent_count: 501, compared_scenario_context: {} }, 'agent_count'],
  ])('A bias report that does not fit the workflow is rejected with its field: %j', async (more, field) => {
    const options = ['train', 'swissmetro', 'car'].map((outcome) => ({ label: outcome, outcome }));
    const request = { workflow_id: surveyRequest.workflow_id, question: 'How would you travel?', options };
    const { status, body, text } = await api.post('/v1/bias-reports', { ...request, ...more });
    expect([status, body.error]).toEqual([400, 'invalid_bias_report']);
    expect(text).toContain(`"path":"${field}`);
  });

  it('A worker that is killed in the middle pays for no answer twice', async () => {
    const paid = 5;
    // The others wait until the worker is killed.
    server.mode = () => (server.requests.length <= paid ? 'respond' : 'hang');
    const { id } = (await createSurvey(api)).body.data;
    await waitUntil(
      'the answers are in the cache',
      async () => (await readSurvey(api, id)).progress.answers_done >= paid,
    );
    const first = server.requests.slice(0, paid).map(({ body }) => body['seed']);
    await bed.kill(worker);
    server.mode = 'respond';
    server.requests.length = 0;
    worker = await bed.startWorker({
      SVC_LLM_URL: server.url,
      SVC_LLM_MODEL: 'some-model',
      SVC_LLM_DAILY_SURVEY_REQUESTS: '100',
    });
    await expireLeases(bed.servers.sandboxDatabaseUrl, new Date());
    const { status, result } = await finishedSurvey(api, id);
    expect(status).toBe('completed');
    expect(result).toMatchObject({ answered: 12, usage: { requests: 12 - paid, cached_answers: paid } });
    expect(server.requests.map(({ body }) => body['seed']).filter((seed) => first.includes(seed))).toEqual([]);
    expect(await used()).toBe(1);
  });

  it('A canceled survey sends no more requests, and other runs are not blocked while surveys wait', async () => {
    server.mode = 'hang';
    const surveys: SurveyRecord[] = [];
    for (let seed = 0; seed < 6; seed++) surveys.push((await createSurvey(api, { seed })).body.data);
    await waitUntil('all surveys wait', () => server.requests.length === 24);
    const simulation = await api.call<{ status: string }>('/v1/simulations', {
      method: 'POST',
      json: { workflow_id: surveyRequest.workflow_id, agent_count: 10, seed: 1 },
      headers: { prefer: 'wait=30' },
    });
    expect(simulation.body.data.status).toBe('completed');
    for (const { id } of surveys) {
      expect((await api.post<SurveyRecord>(`/v1/runs/${id}/cancel`, undefined)).body.data.status).toBe('canceled');
    }
    // Before the timeout of the requests, so that the cancellation ends them.
    await waitUntil('the requests end', () => server.openRequests === 0, requestTimeoutMs / 2);
    server.mode = 'respond';
    await runSurvey(api, { seed: 9 });
    expect(server.requests.length).toBe(36);
  });
});
