import { z } from 'zod';
import { runEventTypes } from '../../simulations/kinds/index.js';

/** The events to which endpoints can subscribe. */
export const eventTypes = runEventTypes();
const [first, ...others] = eventTypes;

export const eventTypeSchema = z.enum([first!, ...others]);

/** `POST /v1/webhook-endpoints/{endpoint_id}/test` sends this event, regardless of the subscribed events. */
export const testEventType = 'webhook_endpoint.test';

export const anyEventType = z.enum([...eventTypes, testEventType]);
