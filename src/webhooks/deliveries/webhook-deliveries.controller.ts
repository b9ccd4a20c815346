import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { LogsRedelivery } from '../../platform/logging/logs-security-event.decorator.js';
import { endpointIdSchema, deliveriesTag } from '../endpoints/webhook-endpoint.record.js';
import { WebhookEvents } from '../events/webhook-events.service.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  deliveryIdSchema,
  deliveryRecordSchema,
  deliveryWithBodySchema,
  type DeliveryRecord,
  type DeliveryWithBody,
  listDeliveriesSchema,
  redeliveredSchema,
  redeliverSinceSchema,
  type ListDeliveries,
  type Redelivered,
  type RedeliverSince,
} from './webhook-delivery.record.js';

@Controller('v1')
@InTag(deliveriesTag)
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly events: WebhookEvents,
  ) {}

  @Get('webhook-deliveries')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List webhook deliveries',
    description:
      'Returns the deliveries of the organization in this tier, newest first, each with its last 20 attempts. Filters are combined with AND.',
    data: deliveryRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listDeliveriesSchema }) query: ListDeliveries,
  ): Promise<Reply<DeliveryRecord[]>> {
    return this.deliveries.list(caller, query);
  }

  @Get('webhook-deliveries/:delivery_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a webhook delivery',
    description: 'Returns a delivery with its last 20 attempts and the body of their requests.',
    parameters: { delivery_id: deliveryIdSchema },
    data: deliveryWithBodySchema,
    errors: ['webhook_delivery_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('delivery_id') id: string): Promise<DeliveryWithBody> {
    return this.deliveries.getWithBody(caller, id);
  }

  @Post('webhook-deliveries/:delivery_id/redeliver')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @LogsRedelivery()
  @Documented({
    summary: 'Redeliver a webhook delivery',
    description:
      'Schedules a new attempt immediately, with the same `webhook-id`, even if the delivery succeeded before.',
    parameters: { delivery_id: deliveryIdSchema },
    data: deliveryRecordSchema,
    errors: ['webhook_delivery_not_found', 'webhook_endpoint_unavailable'],
  })
  redeliver(@CurrentCaller() caller: Caller, @Param('delivery_id') id: string): Promise<DeliveryRecord> {
    return this.deliveries.redeliver(caller, id);
  }

  @Post('webhook-endpoints/:endpoint_id/redeliver')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @LogsRedelivery()
  @Documented({
    summary: 'Redeliver missed events',
    description:
      'Schedules new attempts for all events since a time that the endpoint did not receive: failed and canceled deliveries, and events while it was disabled. Oldest first, at most 1,000 deliveries per request; repeat the request while `has_more` is true.',
    parameters: { endpoint_id: endpointIdSchema },
    data: redeliveredSchema,
    errors: ['webhook_endpoint_not_found', 'webhook_endpoint_unavailable'],
  })
  redeliverSince(
    @CurrentCaller() caller: Caller,
    @Param('endpoint_id') id: string,
    @Body({ schema: redeliverSinceSchema }) { since }: RedeliverSince,
  ): Promise<Redelivered> {
    return this.deliveries.redeliverSince(caller, id, new Date(since));
  }

  @Post('webhook-endpoints/:endpoint_id/test')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Send a test event',
    description:
      'Sends the event `webhook_endpoint.test` to the endpoint, regardless of its event types. The delivery shows the result.',
    parameters: { endpoint_id: endpointIdSchema },
    data: deliveryRecordSchema,
    errors: ['webhook_endpoint_not_found', 'webhook_endpoint_unavailable'],
  })
  async test(@CurrentCaller() caller: Caller, @Param('endpoint_id') id: string): Promise<DeliveryRecord> {
    return this.deliveries.get(caller, await this.events.test(caller, id));
  }
}
