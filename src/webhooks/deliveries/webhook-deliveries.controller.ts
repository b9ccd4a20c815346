import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { endpointIdSchema } from '../endpoints/webhook-endpoint.record.js';
import { deliveriesSection } from '../endpoints/webhook.sections.js';
import { WebhookEvents } from '../events/webhook-events.service.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { deliveryIdSchema, deliveryRecordSchema, type DeliveryRecord } from './webhook-delivery.record.js';
import {
  listDeliveriesSchema,
  redeliveredSchema,
  redeliverSinceSchema,
  type ListDeliveries,
  type Redelivered,
  type RedeliverSince,
} from './webhook-delivery.schema.js';
import { WebhookRedelivery } from './webhook-redelivery.service.js';

@Controller('v1')
@InSection(deliveriesSection)
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly redelivery: WebhookRedelivery,
    private readonly events: WebhookEvents,
  ) {}

  @Get('webhook-deliveries')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List webhook deliveries',
    description: 'Newest first, each with its attempts.',
    data: deliveryRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
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
    description: 'With its attempts.',
    parameters: { delivery_id: deliveryIdSchema },
    data: deliveryRecordSchema,
    errors: ['webhook_delivery_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('delivery_id') id: string): Promise<DeliveryRecord> {
    return this.deliveries.get(caller, id);
  }

  @Post('webhook-deliveries/:delivery_id/redeliver')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Redeliver',
    description: 'Sends it again at once, under the same `webhook-id`, also when it had succeeded.',
    parameters: { delivery_id: deliveryIdSchema },
    data: deliveryRecordSchema,
    errors: ['webhook_delivery_not_found', 'webhook_endpoint_unavailable'],
  })
  redeliver(@CurrentCaller() caller: Caller, @Param('delivery_id') id: string): Promise<DeliveryRecord> {
    return this.redelivery.one(caller, id);
  }

  @Post('webhook-endpoints/:endpoint_id/redeliver')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Redeliver all since a time',
    description:
      'What the endpoint did not get since then: what failed, what was given up, and what happened while it was disabled; at most 1,000 deliveries a call, the oldest first.',
    parameters: { endpoint_id: endpointIdSchema },
    data: redeliveredSchema,
    errors: ['webhook_endpoint_not_found', 'webhook_endpoint_unavailable'],
  })
  redeliverSince(
    @CurrentCaller() caller: Caller,
    @Param('endpoint_id') id: string,
    @Body({ schema: redeliverSinceSchema }) { since }: RedeliverSince,
  ): Promise<Redelivered> {
    return this.redelivery.allSince(caller, id, new Date(since));
  }

  @Post('webhook-endpoints/:endpoint_id/test')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Send a test event',
    description: 'An event `webhook_endpoint.test`, delivered like any other; what came of it is in the delivery.',
    parameters: { endpoint_id: endpointIdSchema },
    data: deliveryRecordSchema,
    errors: ['webhook_endpoint_not_found', 'webhook_endpoint_unavailable'],
  })
  async test(@CurrentCaller() caller: Caller, @Param('endpoint_id') id: string): Promise<DeliveryRecord> {
    return this.deliveries.get(caller, await this.events.test(caller, id));
  }
}
