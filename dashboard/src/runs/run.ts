import { followEvents, type OpenStream, type ServerSentEvent } from '../../../clients/typescript/src/events.js';
import { kinds } from '../../../clients/typescript/src/kinds.js';
import { api, type components, data, type operations } from '../api/client';

type Schemas = components['schemas'];
export type Run =
  | operations['runsList']['responses'][200]['content']['application/json']['data'][number]
  | Schemas['SweepWithPoints'];
export type RunKind = Run['object'];

export { kinds };
export const nounOf = (kind: RunKind) => kinds[kind].singular.toLowerCase();
export const pathOf = ({ object, id }: Pick<Run, 'object' | 'id'>) => `/${kinds[object].path}/${id}`;

export const modelKey = ({ workflow_id, workflow_version }: Pick<Run, 'workflow_id' | 'workflow_version'>) =>
  `${workflow_id} ${workflow_version}`;

export const isUnfinished = ({ status }: Pick<Run, 'status'>) => status === 'queued' || status === 'running';

export const kindOf = (id: string) =>
  (Object.keys(kinds) as RunKind[]).find((kind) => id.startsWith(`${kinds[kind].prefix}_`));

export interface RunId {
  object: RunKind;
  id: string;
}
const pathParams = ({ id }: RunId) => ({ path: { id } });

export const runKey = ({ object, id }: RunId) => ['runs', 'one', object, id] as const;

export const readRun = (run: RunId, signal: AbortSignal): Promise<Run> =>
  data(api.GET('/v1/runs/{id}', { params: pathParams(run), signal }));

export const cancelRun = (run: RunId): Promise<Run> =>
  data(api.POST('/v1/runs/{id}/cancel', { params: pathParams(run) }));

export const deleteRun = (run: RunId) => data(api.DELETE('/v1/runs/{id}', { params: pathParams(run) }));

export const annotateRun = (run: RunId, annotations: { name: string | null; notes: string | null }): Promise<Run> =>
  data(api.PATCH('/v1/runs/{id}', { params: pathParams(run), body: annotations }));

/** The events of a run until it is finished. Ends early if the service rejects the stream for good. */
export async function* eventsOf(run: RunId, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  const open: OpenStream = async (lastEventId) => {
    const { data: stream } = await api.GET('/v1/runs/{id}/events', {
      params: { ...pathParams(run), header: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId } },
      parseAs: 'stream',
      signal,
    });
    return stream ?? null;
  };
  try {
    yield* followEvents(open, { signal });
  } catch {
    return;
  }
}

/** Only simulations have views of other figures. */
export const readView = (run: RunId, query: { figure?: string; analyses?: 'true' | 'false' }, signal: AbortSignal) =>
  run.object === 'simulation'
    ? data(api.GET('/v1/simulations/{id}/view', { params: { ...pathParams(run), query }, signal }))
    : data(api.GET('/v1/runs/{id}/view', { params: pathParams(run), signal }));
