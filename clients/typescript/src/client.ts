import type { operations } from './generated/schema.js';
import { List } from './list.js';
import {
  dataOf,
  jsonOf,
  RunCreation,
  type RequestOptions,
  type RunRecord,
  type RunRequest,
  Runs,
  type WaitOptions,
} from './runs.js';
import { type Answer, type Question, Simulations } from './simulations.js';
import { type Api, createTransport, type Send, type TransportOptions } from './transport.js';
import { unwrap } from './webhooks.js';

export interface ClientOptions extends TransportOptions {
  /** Tier of a session. A key has one tier. */
  tier?: 'sandbox' | 'live' | undefined;
}

type Workflow = operations['caseStudiesList']['responses'][200]['content']['application/json']['data'][number];
export type WorkflowDetails = operations['caseStudiesGet']['responses'][200]['content']['application/json']['data'];
type Dataset = operations['datasetsCreate']['responses'][201]['content']['application/json']['data'];

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** A setting of the environment. Browsers have none. */
const environment = (name: string): string | undefined => globalThis.process?.env?.[name] || undefined;

/**
 * Client of Simulation Service. Each method throws an error of `errors.ts`. In Node, `apiKey` and `baseUrl` default to the environment
 * variables `SVC_API_KEY` and `SVC_URL`.
 */
export class SimulationService {
  /** All operations of the API, with their types: `client.api.GET('/v1/usage')`. */
  readonly api: Api;
  readonly simulations: Simulations;
  /** Runs of all kinds, by their ids: read, wait for, change and cancel them. */
  readonly runs: Runs;
  readonly sweeps: RunCreation<'sweeps'>;
  readonly goals: RunCreation<'goals'>;
  readonly sensitivities: RunCreation<'sensitivities'>;
  readonly fits: RunCreation<'fits'>;
  readonly surveys: RunCreation<'surveys'>;
  readonly biasReports: RunCreation<'bias-reports'>;
  readonly largeSimulations: RunCreation<'large-simulations'>;
  readonly webhooks = { unwrap };
  private readonly send: Send;

  constructor({ tier, headers, ...options }: ClientOptions = {}) {
    const { api, send } = createTransport({
      ...options,
      apiKey: options.apiKey ?? environment('SVC_API_KEY'),
      baseUrl: options.baseUrl ?? environment('SVC_URL'),
      headers: () => ({ ...(tier && { 'svc-tier': tier }), ...headers?.() }),
    });
    // A request ends before its timeout.
    const waitSeconds = Math.min(20, Math.max(1, Math.floor((options.timeoutMs ?? 60_000) / 2_000)));
    this.api = api;
    this.send = send;
    this.simulations = new Simulations(send, waitSeconds);
    this.runs = new Runs('runs', send, waitSeconds);
    this.sweeps = new RunCreation('sweeps', send, this.runs);
    this.goals = new RunCreation('goals', send, this.runs);
    this.sensitivities = new RunCreation('sensitivities', send, this.runs);
    this.fits = new RunCreation('fits', send, this.runs);
    this.surveys = new RunCreation('surveys', send, this.runs);
    this.biasReports = new RunCreation('bias-reports', send, this.runs);
    this.largeSimulations = new RunCreation('large-simulations', send, this.runs);
  }

  /** Simulates a workflow with a scenario, and waits for the result. */
  run(
    workflowId: string,
    scenario: Record<string, unknown> = {},
    options: Omit<RunRequest<'simulations'>, 'workflow_id' | 'scenario_context'> &
      RequestOptions &
      WaitOptions<'simulations'> = {},
  ): Promise<RunRecord<'simulations'>> {
    const { signal, idempotencyKey, onProgress, ...request } = options;
    return this.simulations.run(
      { ...request, workflow_id: workflowId, scenario_context: scenario },
      { signal, idempotencyKey, onProgress },
    );
  }

  /** Asks a question, and waits for the answer. */
  ask(question: string, options?: Question & RequestOptions & WaitOptions<'simulations'>): Promise<Answer> {
    return this.simulations.ask(question, options);
  }

  /** Simulates a grid of parameter values, and waits for all results. */
  sweep(request: RunRequest<'sweeps'>, options?: RequestOptions & WaitOptions<'sweeps'>): Promise<RunRecord<'sweeps'>> {
    return this.sweeps.run(request, options);
  }

  /** Searches for the parameter values that reach an objective, and waits for the result. */
  goal(request: RunRequest<'goals'>, options?: RequestOptions & WaitOptions<'goals'>): Promise<RunRecord<'goals'>> {
    return this.goals.run(request, options);
  }

  /** The workflows that the caller can run. */
  workflows({ signal }: RequestOptions = {}): List<Workflow> {
    return new List(async (cursor) => jsonOf(await this.send('/v1/case-studies', { query: { cursor }, signal })));
  }

  /** A workflow with its parameters and its evidence. */
  async workflow(id: string, { signal }: RequestOptions = {}): Promise<WorkflowDetails> {
    return dataOf(await this.send(`/v1/case-studies/${encodeURIComponent(id)}`, { signal }));
  }

  /** Uploads a table, for fits. */
  async upload(
    file: Blob | string,
    { name, format = 'csv', signal }: { name?: string; format?: keyof typeof mediaTypes; signal?: AbortSignal } = {},
  ): Promise<Dataset> {
    const { data } = await this.api.POST('/v1/datasets', {
      params: { query: { ...(name && { name }) } },
      body: file as never,
      bodySerializer: (body: unknown) => body as string,
      headers: { 'content-type': mediaTypes[format] },
      signal,
    });
    return data!.data;
  }
}
