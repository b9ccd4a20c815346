import { z } from 'zod';
import { momentSchema } from '../../common/moment.js';
import { pageQueryShape } from '../../common/pagination/page.js';
import { endpointIdSchema } from '../endpoints/webhook-endpoint.record.js';
import { anyEventType } from '../events/event-types.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

export const listDeliveriesSchema = z.strictObject({
  ...pageQueryShape,
  endpoint_id: endpointIdSchema.optional(),
  status: z.enum(deliveryStatuses).optional(),
  event_type: anyEventType.optional(),
  simulation_id: z.string().max(100).optional().meta({ description: 'The `id` of a simulation.' }),
  created_after: momentSchema.optional(),
  created_before: momentSchema.optional(),
});
export type ListDeliveries = z.infer<typeof listDeliveriesSchema>;

export const redeliverSinceSchema = z.strictObject({
  since: momentSchema.meta({ description: 'What was to be delivered from then on and was not, is sent again.' }),
});
export type RedeliverSince = z.infer<typeof redeliverSinceSchema>;

export const redeliveredSchema = z.strictObject({
  redelivered: z.int().min(0).meta({ description: 'How many deliveries are under way because of it.' }),
  has_more: z.boolean().meta({
    description: 'True where it was too much for one call: the same call again sends the rest.',
    examples: [false],
  }),
});
export type Redelivered = z.infer<typeof redeliveredSchema>;
