import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { endpointIdSchema } from '../endpoints/webhook-endpoint.record.js';
import { anyEventType } from '../events/event-types.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

const time = z.iso.datetime({ offset: true }).meta({ examples: ['2026-11-20T00:00:00Z'] });

export const listDeliveriesSchema = z.strictObject({
  ...pageQueryShape,
  endpoint_id: endpointIdSchema.optional(),
  status: z.enum(deliveryStatuses).optional(),
  event_type: anyEventType.optional(),
  simulation_id: z.string().max(100).optional().meta({ description: 'The `id` of a simulation.' }),
  created_after: time.optional(),
  created_before: time.optional(),
});
export type ListDeliveries = z.infer<typeof listDeliveriesSchema>;

export const redeliverSinceSchema = z.strictObject({
  since: time.meta({ description: 'What was to be delivered from then on and was not, is sent again.' }),
});
export type RedeliverSince = z.infer<typeof redeliverSinceSchema>;
