import { notJson, RunFailedError } from './errors.js';
import { followEvents, type OpenStream, type ServerSentEvent } from './events.js';
import type { kinds } from './kinds.js';
import type { operations } from './generated/schema.js';
import { List, type Page } from './list.js';
import { delay, type Send } from './transport.js';

type Kinds = typeof kinds;
/** The kinds of runs, by their path. */
export type RunPath = Kinds[keyof Kinds]['path'];
type KindOf<Path extends RunPath> = {
  [Kind in keyof Kinds]: Kinds[Kind]['path'] extends Path ? Kind : never;
}[keyof Kinds];

/** The path in camel case, as in the ids of operations. */
export type NameOf<Path extends RunPath> = Path extends `${infer First}-${infer Second}`
  ? `${First}${Capitalize<Second>}`
  : Path;
type Operation<Path extends RunPath, Verb extends string> = operations[`${NameOf<Path>}${Verb}` & keyof operations];
type Json<Operation, Status extends number> = Operation extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>;
}
  ? Body
  : never;
type DataOf<Body> = Body extends { data: infer Data } ? Data : never;

export type RunRequest<Path extends RunPath> =
  Operation<Path, 'Create'> extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Omit<Body, 'dry_run'>
    : never;
type Read<Verb extends string> = DataOf<Json<operations[`runs${Verb}` & keyof operations], 200>>;
/** The record of a run. Runs of several kinds differ by `object`. */
export type RunRecord<Path extends RunPath = RunPath> = Extract<Read<'Get'>, { object: KindOf<Path> }>;
export type DryRun<Path extends RunPath> = DataOf<Json<Operation<Path, 'Create'>, 200>>;
type Filters<Name extends 'simulationsList' | 'runsList'> = NonNullable<operations[Name]['parameters']['query']>;
export type RunFilters<Path extends RunPath> = Path extends 'simulations'
  ? Filters<'simulationsList'>
  : Filters<'runsList'>;
type Progress<Path extends RunPath> = RunRecord<Path>['progress'];
type Annotations = { name?: string | null; notes?: string | null; metadata?: Record<string, string> | null };
export type ResultView = DataOf<Json<operations['readingsReadView'], 200>>;
type TableFormat = 'json' | 'csv' | 'ndjson' | 'parquet' | 'arrow';

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Default: a new key for each call. Retries of a call have the same key. */
  idempotencyKey?: string | undefined;
}

export interface HoldOptions {
  /** The service holds the response until the run is finished, at most this long: 1 to 30. */
  waitSeconds?: number | undefined;
}

export interface WaitOptions<Path extends RunPath> {
  signal?: AbortSignal | undefined;
  /** Called for each change of the progress, and at the end. */
  onProgress?: ((progress: Progress<Path>) => void) | undefined;
}

interface Finishing {
  id: string;
  status: string;
}

export const preferOf = (waitSeconds: number | undefined) => (waitSeconds ? `wait=${waitSeconds}` : undefined);

const isFinished = ({ status }: Finishing) => status !== 'queued' && status !== 'running';

/** Runs at one address: simulations, or runs of all kinds. */
export class Runs<Path extends RunPath = RunPath> {
  /** @param waitSeconds how long a request may wait for the end of a run, 1 to 30 */
  constructor(
    private readonly path: 'simulations' | 'runs',
    protected readonly send: Send,
    readonly waitSeconds: number,
  ) {}

  get<Kind extends Path = Path>(
    id: string,
    { signal, waitSeconds }: RequestOptions & HoldOptions = {},
  ): Promise<RunRecord<Kind>> {
    return this.sendTo(id, '', { signal, headers: { prefer: preferOf(waitSeconds) } });
  }

  /** The runs of the organization, newest first. */
  list(filters: RunFilters<Path> = {}, { signal }: RequestOptions = {}): List<RunRecord<Path>> {
    return new List((cursor) =>
      this.send(`/v1/${this.path}`, { query: { ...filters, cursor }, signal }).then((response) =>
        jsonOf<Page<RunRecord<Path>>>(response),
      ),
    );
  }

  update<Kind extends Path = Path>(
    id: string,
    changes: Annotations,
    options: RequestOptions = {},
  ): Promise<RunRecord<Kind>> {
    return this.sendTo(id, '', { method: 'PATCH', body: changes, signal: options.signal });
  }

  cancel<Kind extends Path = Path>(id: string, options: RequestOptions = {}): Promise<RunRecord<Kind>> {
    return this.sendTo(id, '/cancel', { method: 'POST', signal: options.signal });
  }

  delete(id: string, options: RequestOptions = {}): Promise<{ id: string; deleted: true }> {
    return this.sendTo(id, '', { method: 'DELETE', signal: options.signal });
  }

  /**
   * Waits until the run is finished. Follows its events if `onProgress` is set, and polls if no stream can be opened.
   * Aborting the signal does not cancel the run.
   */
  async wait<Kind extends Path = Path>(
    id: string,
    { onProgress, signal }: WaitOptions<Kind> = {},
  ): Promise<RunRecord<Kind>> {
    if (onProgress) {
      try {
        for await (const { event, data } of this.events(id, { signal, maxFailures: 1 }))
          if (event === 'progress') onProgress(data as Progress<Kind>);
        const record = await this.get<Kind>(id, { signal });
        onProgress(record.progress as Progress<Kind>);
        return record;
      } catch (error) {
        if (signal?.aborted) throw error;
      }
    }
    for (;;) {
      const startedAt = Date.now();
      const record = await this.get<Kind>(id, { signal, waitSeconds: this.waitSeconds });
      onProgress?.(record.progress as Progress<Kind>);
      if (isFinished(record)) return record;
      await delay(Math.max(0, 1_000 - (Date.now() - startedAt)), signal);
    }
  }

  /** The events of a run until it is finished. Throws the last error after `maxFailures` consecutive failed connections; default: 10. */
  events(
    id: string,
    { signal, maxFailures = 10 }: { signal?: AbortSignal | undefined; maxFailures?: number } = {},
  ): AsyncGenerator<ServerSentEvent> {
    const open: OpenStream = async (lastEventId) => {
      const headers = { 'last-event-id': lastEventId };
      const response = await this.send(this.pathOf(id, '/events'), { headers, signal });
      return response.status === 204 ? null : response.body;
    };
    return followEvents(open, { signal, maxFailures });
  }

  /** The numbers of the result as a table. The body of the response is the file. */
  table(
    id: string,
    { format = 'csv', signal }: { format?: TableFormat; signal?: AbortSignal } = {},
  ): Promise<Response> {
    return this.send(this.pathOf(id, '/table'), { query: { format }, signal });
  }

  /** The result in words: the answer in one sentence, sections, and what the figures do not contain. `compareWith`: another simulation. */
  view(id: string, { signal, compareWith }: RequestOptions & { compareWith?: string } = {}): Promise<ResultView> {
    return this.sendTo(id, '/view', { signal, ...(compareWith !== undefined && { query: { with: compareWith } }) });
  }

  /** Everything needed to compute the result again. */
  manifest(id: string, options: RequestOptions = {}): Promise<Read<'ReadManifest'>> {
    return this.sendTo(id, '/manifest', { signal: options.signal });
  }

  /** The report as a page of HTML. */
  async report(id: string, { signal }: RequestOptions = {}): Promise<string> {
    return (await this.send(this.pathOf(id, '/report'), { signal })).text();
  }

  protected pathOf(id: string, rest = ''): string {
    return `/v1/${this.path}/${encodeURIComponent(id)}${rest}`;
  }

  /** Returns a completed run. @throws RunFailedError for any other */
  completed<Record extends Finishing>(record: Record): Record {
    if (record.status === 'completed') return record;
    throw new RunFailedError(record);
  }

  private async sendTo<Data>(id: string, rest: string, options: Parameters<Send>[1]): Promise<Data> {
    return dataOf(await this.send(this.pathOf(id, rest), options));
  }
}

/** Creates runs of one kind: goals, for example. */
export class RunCreation<Path extends RunPath> {
  constructor(
    private readonly path: Path,
    private readonly send: Send,
    private readonly runs: Runs,
  ) {}

  /** Creates a run and waits for its result. @throws RunFailedError if it fails or is canceled */
  async run(
    request: RunRequest<Path>,
    { idempotencyKey, ...options }: RequestOptions & WaitOptions<Path> = {},
  ): Promise<RunRecord<Path>> {
    const created = await this.post<RunRecord<Path>>(request, {
      signal: options.signal,
      idempotencyKey,
      prefer: preferOf(options.onProgress ? undefined : this.runs.waitSeconds),
    });
    return this.runs.completed(isFinished(created) ? created : await this.runs.wait<Path>(created.id, options));
  }

  /** Creates a run. Without `waitSeconds`, it is queued in the response. */
  create(
    request: RunRequest<Path>,
    { waitSeconds, ...options }: RequestOptions & HoldOptions = {},
  ): Promise<RunRecord<Path>> {
    return this.post(request, { ...options, prefer: preferOf(waitSeconds) });
  }

  /** What the run would be and cost, without creating it. */
  dryRun(request: RunRequest<Path>, options: RequestOptions = {}): Promise<DryRun<Path>> {
    return this.post({ ...(request as object), dry_run: true }, options);
  }

  private async post<Data>(
    body: unknown,
    { signal, idempotencyKey, prefer }: RequestOptions & { prefer?: string | undefined },
  ): Promise<Data> {
    const headers = { prefer, 'idempotency-key': idempotencyKey };
    return dataOf(await this.send(`/v1/${this.path}`, { method: 'POST', body, headers, signal }));
  }
}

/** The body of a response. @throws ConnectionError if something other than the service responded */
export async function jsonOf<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch (error) {
    throw notJson(error);
  }
}

export async function dataOf<Data>(response: Response): Promise<Data> {
  return (await jsonOf<{ data: Data }>(response)).data;
}
