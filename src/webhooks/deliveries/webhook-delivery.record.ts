import { z } from 'zod';
import { momentSchema } from '../../common/clock.js';
import { pageQueryShape } from '../../common/pagination/page.js';
import { anyEventType, endpointIdSchema } from '../endpoints/webhook-endpoint.record.js';
import type { WebhookAttempt, WebhookDelivery, WebhookEvent } from '../../platform/database/generated/client.js';

const deliveryStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

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

const time = z.iso
  .datetime()
  .nullable()
  .meta({ examples: [null] });

export const deliveryIdSchema = z
  .string()
  .regex(/^dlv_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the delivery.', examples: ['dlv_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const attemptSchema = z.strictObject({
  number: z.int().min(1).meta({ description: 'Number of the attempt, from 1.' }),
  url: z.string().meta({ description: 'URL of the attempt.', examples: ['https://hooks.example/simulations'] }),
  attempted_at: z.iso.datetime().meta({ description: 'Start of the attempt.' }),
  duration_ms: z
    .int()
    .min(0)
    .meta({ description: 'Duration, in milliseconds.', examples: [84] }),
  status_code: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status of the response; null without a response.', examples: [204] }),
  error: z
    .string()
    .nullable()
    .meta({
      description:
        'Cause if there was no response: `timeout`, `address_not_public`, `name_not_resolved`, `connection_refused`, `connection_closed`, `tls_error` or `connection_failed`. `secret_unavailable`: nothing was sent, because the service could not sign the message.',
      examples: [null],
    }),
  response_body: z.string().meta({ description: 'First 1,024 bytes of the response body.', examples: [''] }),
});

export const deliveryRecordSchema = z
  .strictObject({
    id: deliveryIdSchema,
    event_id: z.string().meta({
      description: 'Id of the event; value of the `webhook-id` header.',
      examples: ['evt_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
    }),
    event_type: anyEventType,
    simulation_id: z
      .string()
      .nullable()
      .meta({
        description:
          'Id of the finished run: a simulation, parameter sweep, goal, sensitivity analysis, fit, survey, bias report or large simulation. Null for a test event.',
        examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
      }),
    endpoint_id: endpointIdSchema
      .nullable()
      .meta({ description: 'Id of the endpoint; null for the `webhook_url` of a simulation.' }),
    url: z.string().meta({ examples: ['https://hooks.example/simulations'] }),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`pending`: an attempt is scheduled. `succeeded`: an attempt received a 2xx response. `failed`: the last scheduled attempt failed, or the receiver responded with 410. `canceled`: the endpoint was disabled or deleted first.',
    }),
    next_attempt_at: time.meta({ description: 'Time of the next attempt; null unless `pending`.' }),
    created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
    completed_at: time.meta({ description: 'Time of the final status; null while `pending`.' }),
    attempts: z.array(attemptSchema).meta({ description: 'Last 20 attempts, newest first.' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

export const deliveryWithBodySchema = deliveryRecordSchema
  .extend({
    request_body: z.string().meta({
      description: 'Exact body of each attempt.',
      examples: ['{"type":"webhook_endpoint.test","timestamp":"2026-11-20T09:30:00.000Z","data":{}}'],
    }),
  })
  .meta({ id: 'WebhookDeliveryWithBody' });
export type DeliveryWithBody = z.infer<typeof deliveryWithBodySchema>;

export const maxAttemptsShown = 20;

export type DeliveryRow = WebhookDelivery & {
  event: Omit<WebhookEvent, 'body' | 'compressedBody'>;
  attempts: WebhookAttempt[];
};

export function toRecord(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    event_id: row.eventId,
    event_type: row.event.type,
    simulation_id: row.event.simulationId,
    endpoint_id: row.endpointId,
    url: row.url,
    status: row.status,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      url: attempt.url,
      attempted_at: attempt.startedAt.toISOString(),
      duration_ms: attempt.durationMs,
      status_code: attempt.statusCode,
      error: attempt.error,
      response_body: attempt.responseBody,
    })),
  };
}
