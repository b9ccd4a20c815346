import { api, data } from '../../api/client';
import type { components } from '../../api/types';

export type Endpoint = components['schemas']['WebhookEndpoint'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type DeliveryStatus = Delivery['status'];
export type EventType = Endpoint['events'][number];

export const eventOptions: readonly { value: EventType; label: string; hint: string }[] = [
  { value: 'simulation.completed', label: 'simulation.completed', hint: 'The results are ready.' },
  { value: 'simulation.failed', label: 'simulation.failed', hint: 'The simulation ended with an error.' },
  { value: 'simulation.canceled', label: 'simulation.canceled', hint: 'A user or a program canceled it.' },
  { value: 'sweep.completed', label: 'sweep.completed', hint: 'All points of a parameter sweep have finished.' },
  { value: 'goal.completed', label: 'goal.completed', hint: 'The result of a goal is ready.' },
  { value: 'goal.failed', label: 'goal.failed', hint: 'The goal ended with an error.' },
  { value: 'goal.canceled', label: 'goal.canceled', hint: 'A user or a program canceled the goal.' },
  { value: 'sensitivity.completed', label: 'sensitivity.completed', hint: 'A sensitivity analysis is ready.' },
  { value: 'sensitivity.failed', label: 'sensitivity.failed', hint: 'The analysis ended with an error.' },
  { value: 'sensitivity.canceled', label: 'sensitivity.canceled', hint: 'A user or a program canceled the analysis.' },
  { value: 'fit.completed', label: 'fit.completed', hint: 'The fit of a dataset is ready.' },
  { value: 'fit.failed', label: 'fit.failed', hint: 'The fit ended with an error.' },
  { value: 'fit.canceled', label: 'fit.canceled', hint: 'A user or a program canceled the fit.' },
  { value: 'survey.completed', label: 'survey.completed', hint: 'A survey of a language model has answers.' },
  { value: 'survey.failed', label: 'survey.failed', hint: 'The survey ended with an error.' },
  { value: 'survey.canceled', label: 'survey.canceled', hint: 'A user or a program canceled the survey.' },
  { value: 'bias_report.completed', label: 'bias_report.completed', hint: 'A bias report is ready.' },
  { value: 'bias_report.failed', label: 'bias_report.failed', hint: 'The bias report ended with an error.' },
  { value: 'bias_report.canceled', label: 'bias_report.canceled', hint: 'A user or a program canceled the report.' },
  {
    value: 'large_simulation.completed',
    label: 'large_simulation.completed',
    hint: 'A large simulation has finished, failed or was canceled.',
  },
];

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

const path = (id: string) => ({ params: { path: { endpoint_id: id } } });

export const readEndpoint = (id: string) => data(api.GET('/v1/webhook-endpoints/{endpoint_id}', path(id)));

export const readSecret = (id: string) => data(api.GET('/v1/webhook-endpoints/{endpoint_id}/secret', path(id)));

export const deleteEndpoint = (id: string) => data(api.DELETE('/v1/webhook-endpoints/{endpoint_id}', path(id)));

export const sendTestEvent = (id: string) => data(api.POST('/v1/webhook-endpoints/{endpoint_id}/test', path(id)));

export const setEnabled = (id: string, enabled: boolean) =>
  data(api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...path(id), body: { enabled } }));

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
    const request = { ...path(id), body: { since } };
    const answer = await data(api.POST('/v1/webhook-endpoints/{endpoint_id}/redeliver', request));
    count += answer.redelivered;
    hasMore = answer.has_more && answer.redelivered > 0;
  }
  return count;
}
