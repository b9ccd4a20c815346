import type { ApiClient } from './api-client.js';
import { waitUntil } from './wait-until.js';

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

export async function createEndpoint(api: ApiClient, body: Record<string, unknown>): Promise<EndpointRecord> {
  const response = await api.post<EndpointRecord>('/v1/webhook-endpoints', body);
  if (response.status !== 201) throw new Error(`create responded ${response.status}: ${response.text}`);
  return response.body.data;
}

export async function listDeliveries(api: ApiClient, query = ''): Promise<DeliveryRecord[]> {
  return (await api.call<DeliveryRecord[]>(`/v1/webhook-deliveries${query}`)).body.data;
}

/** Waits until the delivery meets the condition. */
export async function waitForDelivery(
  api: ApiClient,
  id: string,
  condition: (delivery: DeliveryRecord) => boolean,
): Promise<DeliveryRecord> {
  const read = async () => (await api.call<DeliveryRecord>(`/v1/webhook-deliveries/${id}`)).body.data;
  let delivery = await read();
  await waitUntil(`delivery ${id} meets the condition`, async () => condition((delivery = await read())));
  return delivery;
}

/** Sends a test event and returns the id of its delivery. */
export async function sendTestEvent(api: ApiClient, endpointId: string): Promise<string> {
  const response = await api.call<DeliveryRecord>(`/v1/webhook-endpoints/${endpointId}/test`, { method: 'POST' });
  if (response.status !== 202) throw new Error(`test responded ${response.status}: ${response.text}`);
  return response.body.data.id;
}
