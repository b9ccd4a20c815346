import { z } from 'zod';
import { momentSchema } from '../../common/moment.js';
import { pageQueryShape } from '../../common/pagination/page.js';
import { endpointIdSchema } from '../endpoints/webhook-endpoint.record.js';
import { anyEventType } from '../events/event-types.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

export const listDeliveriesSchema = z.strictObject({
  ...pageQueryShape,
  endpoint_id: endpointIdSchema.optional().meta({ description: 'Only deliveries to this endpoint.' }),
  status: z.enum(deliveryStatuses).optional().meta({ description: 'Only deliveries with this status.' }),
  event_type: anyEventType.optional().meta({ description: 'Only deliveries of this event type.' }),
  simulation_id: z.string().max(100).optional().meta({ description: 'Only deliveries about this simulation.' }),
  created_after: momentSchema.optional().meta({ description: 'Only deliveries created after this time.' }),
  created_before: momentSchema.optional().meta({ description: 'Only deliveries created before this time.' }),
});
export type ListDeliveries = z.infer<typeof listDeliveriesSchema>;

export const redeliverSinceSchema = z.strictObject({
  since: momentSchema.meta({ description: 'Start of the period, with a time zone.' }),
});
export type RedeliverSince = z.infer<typeof redeliverSinceSchema>;

export const redeliveredSchema = z.strictObject({
  redelivered: z.int().min(0).meta({ description: 'Number of scheduled deliveries.' }),
  has_more: z.boolean().meta({
    description: 'True if more deliveries remain. Repeat the request to schedule them.',
    examples: [false],
  }),
});
export type Redelivered = z.infer<typeof redeliveredSchema>;
