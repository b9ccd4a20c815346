import type { Api } from './api-client.js';
import { until } from './wait-until.js';

export interface EndpointRecord {
  id: string;
  url: string;
  events: string[];
  description: string;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  failing_since: string | null;
  created_at: string;
  secret: string;
}

export interface DeliveryRecord {
  id: string;
  event_id: string;
  event_type: string;
  simulation_id: string | null;
  endpoint_id: string | null;
  url: string;
  status: string;
  next_attempt_at: string | null;
  created_at: string;
  completed_at: string | null;
  attempts: {
    number: number;
    url: string;
    attempted_at: string;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response_body: string;
  }[];
}

export async function createEndpoint(api: Api, body: Record<string, unknown>): Promise<EndpointRecord> {
  const answer = await api.post<EndpointRecord>('/v1/webhook-endpoints', body);
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

export async function deliveries(api: Api, query = ''): Promise<DeliveryRecord[]> {
  return (await api.call<DeliveryRecord[]>(`/v1/webhook-deliveries${query}`)).body.data;
}

/** The delivery once it is so. */
export async function deliveryThat(
  api: Api,
  id: string,
  isSo: (delivery: DeliveryRecord) => boolean,
): Promise<DeliveryRecord> {
  const read = async () => (await api.call<DeliveryRecord>(`/v1/webhook-deliveries/${id}`)).body.data;
  let delivery = await read();
  await until(`delivery ${id} is as wanted`, async () => isSo((delivery = await read())));
  return delivery;
}

/** Sends a test event; the id of its delivery. */
export async function sendTest(api: Api, endpointId: string): Promise<string> {
  const answer = await api.call<DeliveryRecord>(`/v1/webhook-endpoints/${endpointId}/test`, { method: 'POST' });
  if (answer.status !== 202) throw new Error(`test answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id;
}
