import { z } from 'zod';

/** What endpoints can ask to be told of. */
export const eventTypes = [
  'simulation.completed',
  'simulation.failed',
  'simulation.canceled',
  'sweep.completed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What `POST /v1/webhook-endpoints/{endpoint_id}/test` sends, whatever the endpoint has asked for. */
export const testEventType = 'webhook_endpoint.test';

export const anyEventType = z.enum([...eventTypes, testEventType]);
