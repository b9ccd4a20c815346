import { z } from 'zod';

/** The events to which endpoints can subscribe. */
export const eventTypes = [
  'simulation.completed',
  'simulation.failed',
  'simulation.canceled',
  'sweep.completed',
  'goal.completed',
  'goal.failed',
  'goal.canceled',
  'sensitivity.completed',
  'sensitivity.failed',
  'sensitivity.canceled',
] as const;
export type EventType = (typeof eventTypes)[number];

/** `POST /v1/webhook-endpoints/{endpoint_id}/test` sends this event, regardless of the subscribed events. */
export const testEventType = 'webhook_endpoint.test';

export const anyEventType = z.enum([...eventTypes, testEventType]);
