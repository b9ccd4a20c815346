import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { webhookUrlSchema } from '../../platform/outbound/webhook-url.js';
import { eventTypeSchema } from '../events/event-types.js';
import { isGuessableSecret, isWebhookSecret } from './webhook-secret.js';

const eventsSchema = z
  .array(eventTypeSchema)
  .min(1)
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

export const listEndpointsSchema = z.strictObject(pageQueryShape);
export type ListEndpoints = z.infer<typeof listEndpointsSchema>;
