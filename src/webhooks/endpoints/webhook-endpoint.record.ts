import { z } from 'zod';
import { createdBySchema, toCreatedBy } from '../../common/identity/creator.js';
import type { WebhookEndpoint } from '../../platform/database/generated/client.js';
import { webhookUrlSchema } from '../../platform/outbound/webhook-url.js';
import { runEventTypes } from '../../simulations/kinds/index.js';
import { exampleWebhookSecret, isGuessableSecret, isWebhookSecret } from './webhook-secrets.service.js';
import type { ApiTag } from '../../common/http/documented.decorators.js';

/** The events to which endpoints can subscribe. */
export const eventTypes = runEventTypes();
const [first, ...others] = eventTypes;

export const eventTypeSchema = z.enum([first!, ...others]);

/** `POST /v1/webhook-endpoints/{endpoint_id}/test` sends this event, regardless of the subscribed events. */
export const testEventType = 'webhook_endpoint.test';

export const anyEventType = z.enum([...eventTypes, testEventType]);

const time = z.iso
  .datetime()
  .nullable()
  .meta({ examples: [null] });

export const endpointIdSchema = z
  .string()
  .regex(/^we_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the webhook endpoint.', examples: ['we_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const shape = {
  id: endpointIdSchema,
  url: webhookUrlSchema,
  events: z.array(eventTypeSchema).meta({ description: 'Event types that the endpoint receives.' }),
  description: z.string().meta({ description: 'Free text, at most 500 characters.', examples: ['Reports'] }),
  enabled: z.boolean().meta({ description: 'True if the endpoint receives events.' }),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .meta({
      description:
        'Cause if the service disabled the endpoint. `gone`: it responded with 410. `failing`: no delivery succeeded for five days.',
      examples: [null],
    }),
  disabled_at: time.meta({ description: 'Time when the endpoint was disabled; null if it is enabled.' }),
  failing_since: time.meta({
    description: 'Time of the first failed attempt since the last success; null if the last attempt succeeded.',
  }),
  created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
  created_by: createdBySchema,
};

export const endpointRecordSchema = z.strictObject(shape).meta({ id: 'WebhookEndpoint' });
export type EndpointRecord = z.infer<typeof endpointRecordSchema>;

export const secretSchema = z.string().meta({
  description: 'Secret that signs deliveries, in the Standard Webhooks format.',
  examples: [exampleWebhookSecret],
});

export const endpointWithSecretSchema = z
  .strictObject({ ...shape, secret: secretSchema })
  .meta({ id: 'WebhookEndpointWithSecret' });
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

export const deletedEndpointSchema = z.strictObject({ id: endpointIdSchema, deleted: z.literal(true) });

export function toRecord(row: WebhookEndpoint): EndpointRecord {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabled_reason: row.disabledReason as EndpointRecord['disabled_reason'],
    disabled_at: row.disabledAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    created_by: toCreatedBy(row),
  };
}

const eventsSchema = z
  .array(eventTypeSchema)
  .min(1)
  .max(eventTypes.length)
  .refine((events) => new Set(events).size === events.length, 'must not contain an event twice')
  .meta({
    uniqueItems: true,
    description: 'Event types to receive, without duplicates.',
    examples: [['simulation.completed']],
  });

const descriptionSchema = z
  .string()
  .max(500)
  .meta({ description: 'Free text, at most 500 characters.', examples: ['Reports'] });

export const createEndpointSchema = z.strictObject({
  url: webhookUrlSchema,
  events: eventsSchema.optional().meta({ description: 'Event types to receive, without duplicates. Default: all.' }),
  description: descriptionSchema.optional(),
  enabled: z.boolean().optional().meta({ description: 'False to create the endpoint disabled. Default: true.' }),
  secret: z
    .string()
    .max(200)
    .refine(isWebhookSecret, { error: 'expected whsec_, then 24 to 64 bytes in base64', abort: true })
    .refine((secret) => !isGuessableSecret(secret), 'must be random: all bytes of this secret are equal')
    .optional()
    .meta({
      description:
        'Secret to import from another sender: `whsec_`, then 24 to 64 random bytes in base64. Default: the service generates a secret.',
    }),
});
export type CreateEndpoint = z.infer<typeof createEndpointSchema>;

export const updateEndpointSchema = z
  .strictObject({
    url: webhookUrlSchema.optional(),
    events: eventsSchema.optional(),
    description: descriptionSchema.optional(),
    enabled: z.boolean().optional().meta({ description: 'False to disable the endpoint, true to enable it.' }),
  })
  .meta({ examples: [{ description: 'Reports' }] });
export type UpdateEndpoint = z.infer<typeof updateEndpointSchema>;

export const endpointsTag: ApiTag = {
  name: 'Webhook endpoints',
  description:
    'URLs that receive events, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Every event is delivered at least once, always with the same `webhook-id`. The order of events is not guaranteed.',
};

export const deliveriesTag: ApiTag = {
  name: 'Webhook deliveries',
  description: 'Messages sent to webhook URLs, with their attempts. Default retention period: 30 days.',
};
