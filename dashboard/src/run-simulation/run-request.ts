import { api, body } from '../api/client';

/** Paths that create runs. The page of a run has the same path without the version. */
export type RunPath = '/v1/simulations' | '/v1/sweeps' | '/v1/goals' | '/v1/sensitivities' | '/v1/fits';

interface Options {
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Sends a create request. The response of a dry run has another type than the response of a create. */
export async function sendRun<Data>(
  path: RunPath,
  content: object,
  { idempotencyKey, signal }: Options,
): Promise<Data> {
  const init = {
    body: content,
    ...(idempotencyKey !== undefined && { params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    ...(signal && { signal }),
  };
  // The types of the five requests have no common type. The pages build each request for its path.
  const response = await body<unknown>(api.POST(path as '/v1/simulations', init as never));
  return (response as { data: Data }).data;
}
