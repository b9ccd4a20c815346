import { api, type components, data } from '../../api/client';
import { kinds, type RunKind } from '../../runs/run';

export type Endpoint = components['schemas']['WebhookEndpoint'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type DeliveryStatus = Delivery['status'];
type EventType = Endpoint['events'][number];

/** The events of runs that compute in one piece. */
const ends = (kind: RunKind, noun = kinds[kind].singular.toLowerCase()) =>
  [
    [`${kind}.completed`, `The result of a ${noun} is ready.`],
    [`${kind}.failed`, `A ${noun} ended with an error.`],
    [`${kind}.canceled`, `A user or a program canceled a ${noun}.`],
  ] as [EventType, string][];

export const eventOptions = [
  ...ends('simulation'),
  ['sweep.completed', 'All points of a parameter sweep have finished.'] as const,
  ...(['goal', 'sensitivity', 'fit', 'survey', 'bias_report'] as const).flatMap((kind) => ends(kind)),
  ['large_simulation.completed', 'A large simulation has finished, failed or was canceled.'] as const,
].map(([value, hint]) => ({ value, label: value, hint }));

/** State of an endpoint in one word, and its cause in one sentence. */
export function endpointState(endpoint: Endpoint): { status: string; cause?: string } {
  if (endpoint.disabled_reason === 'gone')
    return { status: 'disabled', cause: 'The receiver responded with 410 Gone, so the service disabled the endpoint.' };
  if (endpoint.disabled_reason === 'failing')
    return { status: 'disabled', cause: 'No delivery succeeded for five days, so the service disabled the endpoint.' };
  if (!endpoint.enabled) return { status: 'disabled' };
  if (endpoint.failing_since) return { status: 'failing', cause: 'The last attempt failed. The service tries again.' };
  return { status: 'active' };
}

export const endpointPath = (id: string) => ({ params: { path: { endpoint_id: id } } });

export const readEndpoint = (id: string) => data(api.GET('/v1/webhook-endpoints/{endpoint_id}', endpointPath(id)));

export const readSecret = (id: string) => data(api.GET('/v1/webhook-endpoints/{endpoint_id}/secret', endpointPath(id)));

export const deleteEndpoint = (id: string) => data(api.DELETE('/v1/webhook-endpoints/{endpoint_id}', endpointPath(id)));

export const sendTestEvent = (id: string) =>
  data(api.POST('/v1/webhook-endpoints/{endpoint_id}/test', endpointPath(id)));

export const setEnabled = (id: string, enabled: boolean) =>
  data(api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...endpointPath(id), body: { enabled } }));

export const readRequestBody = async (id: string, signal: AbortSignal) => {
  const params = { path: { delivery_id: id } };
  return (await data(api.GET('/v1/webhook-deliveries/{delivery_id}', { params, signal }))).request_body;
};

export const redeliver = (id: string) =>
  data(api.POST('/v1/webhook-deliveries/{delivery_id}/redeliver', { params: { path: { delivery_id: id } } }));

/** Schedules all missed events since a time again. Returns their number. */
export async function redeliverSince(id: string, since: string): Promise<number> {
  let count = 0;
  for (let hasMore = true; hasMore;) {
    const request = { ...endpointPath(id), body: { since } };
    const answer = await data(api.POST('/v1/webhook-endpoints/{endpoint_id}/redeliver', request));
    count += answer.redelivered;
    hasMore = answer.has_more && answer.redelivered > 0;
  }
  return count;
}
