import type { operations } from './generated/schema.js';
import { List, type Page } from './list.js';
import {
  type DryRun,
  type HoldOptions,
  jsonOf,
  preferOf,
  RunCreation,
  type RequestOptions,
  type RunRecord,
  Runs,
  type WaitOptions,
} from './runs.js';
import type { Send } from './transport.js';

type Ask = operations['autoSimulationsAsk'];
export type Question = Omit<Ask['requestBody']['content']['application/json'], 'question' | 'dry_run'>;
/** How the question was read: workflow, confidence, parameters, and words that were not used. */
export type Reading = Ask['responses'][202]['content']['application/json']['meta'];
export type Agent =
  operations['simulationResultsRead']['responses'][200]['content']['application/json']['data'][number];
type AgentFilters = Omit<NonNullable<operations['simulationResultsRead']['parameters']['query']>, 'cursor' | 'format'>;
export type Comparisons = operations['comparisonsCompare']['responses'][200]['content']['application/json']['data'];
export type Summary = operations['readingsReadSummary']['responses'][200]['content']['application/json']['data'];

/** The answer to a question. */
export interface Answer {
  simulation: RunRecord<'simulations'>;
  /** All simulations of a question that compares scenarios, the first one included. */
  simulations: RunRecord<'simulations'>[];
  reading: Reading;
}

export class Simulations extends Runs<'simulations'> {
  readonly run: RunCreation<'simulations'>['run'];
  readonly create: RunCreation<'simulations'>['create'];
  readonly dryRun: RunCreation<'simulations'>['dryRun'];

  constructor(send: Send, waitSeconds: number) {
    super('simulations', send, waitSeconds);
    const creation = new RunCreation('simulations', send, this);
    this.run = creation.run.bind(creation);
    this.create = creation.create.bind(creation);
    this.dryRun = creation.dryRun.bind(creation);
  }

  /** Asks a question, and returns its simulations as they were created. */
  async createFromQuestion(
    question: string,
    { signal, idempotencyKey, waitSeconds, ...options }: Question & RequestOptions & HoldOptions = {},
  ): Promise<{ simulation: RunRecord<'simulations'>; reading: Reading }> {
    const response = await this.send('/v1/simulations/auto', {
      method: 'POST',
      body: { question, ...options },
      headers: { prefer: preferOf(waitSeconds), 'idempotency-key': idempotencyKey },
      signal,
    });
    const { data, meta } = await jsonOf<{ data: RunRecord<'simulations'>; meta: Reading }>(response);
    return { simulation: data, reading: meta };
  }

  /** How a question would be read, and what its simulations would cost, without creating them. */
  async dryRunOfQuestion(
    question: string,
    { signal, ...options }: Question & RequestOptions = {},
  ): Promise<{ plan: DryRun<'simulations'>; reading: Reading }> {
    const response = await this.send('/v1/simulations/auto', {
      method: 'POST',
      body: { question, ...options, dry_run: true },
      signal,
    });
    const { data, meta } = await jsonOf<{ data: DryRun<'simulations'>; meta: Reading }>(response);
    return { plan: data, reading: meta };
  }

  /**
   * Asks a question, and waits for the simulations that answer it.
   *
   * @throws UnprocessableError `routing_low_confidence` if no workflow matches: `meta.alternatives` has requests to choose from
   * @throws RunFailedError if a simulation fails or is canceled
   */
  async ask(
    question: string,
    { onProgress, ...options }: Question & RequestOptions & WaitOptions<'simulations'> = {},
  ): Promise<Answer> {
    const { simulation, reading } = await this.createFromQuestion(question, {
      ...options,
      waitSeconds: onProgress ? undefined : this.waitSeconds,
    });
    const { signal } = options;
    const ids = [simulation.id, ...reading.also.flatMap(({ id }) => id ?? [])];
    const waits = ids.map((id, k) => this.wait(id, { signal, ...(k === 0 && { onProgress }) }));
    const simulations = (await Promise.all(waits)).map((record) => this.completed(record));
    return { simulation: simulations[0]!, simulations, reading };
  }

  /** Compares completed simulations with the first one, agent by agent. */
  async compare(ids: readonly string[], { signal }: RequestOptions = {}): Promise<Comparisons> {
    const response = await this.send('/v1/comparisons', { query: { ids: ids.join(',') }, signal });
    return (await jsonOf<{ data: Comparisons }>(response)).data;
  }

  /** The agents of a completed simulation. `for await` reads all pages. */
  agents(id: string, filters: AgentFilters = {}, { signal }: RequestOptions = {}): List<Agent> {
    return new List((cursor) =>
      this.send(this.pathOf(id, '/results'), {
        query: { limit: 100, ...filters, cursor },
        signal,
      }).then((response) => jsonOf<Page<Agent>>(response)),
    );
  }

  /** All agents as a file. The body of the response is the file. */
  results(
    id: string,
    {
      format = 'csv',
      signal,
      ...filters
    }: AgentFilters & { format?: 'csv' | 'ndjson' | 'parquet' | 'arrow'; signal?: AbortSignal } = {},
  ): Promise<Response> {
    return this.send(this.pathOf(id, '/results'), { query: { ...filters, format }, signal });
  }

  /** Shares with their intervals; of groups with `group_by`, of a segment with `where`. */
  async summary(
    id: string,
    query: operations['readingsReadSummary']['parameters']['query'] = {},
    { signal }: RequestOptions = {},
  ): Promise<Summary> {
    return (await jsonOf<{ data: Summary }>(await this.send(this.pathOf(id, '/summary'), { query, signal }))).data;
  }
}
