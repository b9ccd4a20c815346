import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag, SendsWebhooks } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, secretReply } from '../../platform/idempotency/idempotency-key.js';
import { LogsSecretRead } from '../../platform/logging/logs-security-event.decorator.js';
import { testEventType } from '../events/event-types.js';
import { WebhookEndpointIssuer } from './webhook-endpoint-issuer.service.js';
import {
  deletedEndpointSchema,
  endpointIdSchema,
  endpointRecordSchema,
  endpointWithSecretSchema,
  type EndpointRecord,
  type EndpointWithSecret,
  createEndpointSchema,
  listEndpointsSchema,
  updateEndpointSchema,
  type CreateEndpoint,
  type ListEndpoints,
  type UpdateEndpoint,
  endpointsTag,
} from './webhook-endpoint.record.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

const parameters = { endpoint_id: endpointIdSchema };

@Controller('v1/webhook-endpoints')
@SendsWebhooks({
  type: testEventType,
  summary: 'Receive a test event',
  description: 'Sent on request of `POST /v1/webhook-endpoints/{endpoint_id}/test`.',
  data: z.strictObject({ endpoint_id: endpointIdSchema }),
})
@InTag(endpointsTag)
export class WebhookEndpointsController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly issuer: WebhookEndpointIssuer,
  ) {}

  @Post()
  @RequireScope('simulations:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Create a webhook endpoint',
    description:
      'Creates an endpoint that receives events of this tier. The URL must have a public host; in the live tier, it must use https. The response contains the signing secret. Limit: 200 endpoints per organization and tier.',
    data: endpointWithSecretSchema,
    headers: ['Cache-Control'],
    errors: ['webhook_endpoint_limit_reached'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createEndpointSchema }) body: CreateEndpoint,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    const { record, replayed } = await this.issuer.create(caller, body, idempotencyKey);
    return secretReply(record, replayed);
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints of the organization in this tier, newest first, including disabled endpoints.',
    data: endpointRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listEndpointsSchema }) query: ListEndpoints,
  ): Promise<Reply<EndpointRecord[]>> {
    return this.endpoints.list(caller, query);
  }

  @Get(':endpoint_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a webhook endpoint',
    description: 'Returns an endpoint without its secret.',
    parameters,
    data: endpointRecordSchema,
    errors: ['webhook_endpoint_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('endpoint_id') id: string): Promise<EndpointRecord> {
    return this.endpoints.get(caller, id);
  }

  @Patch(':endpoint_id')
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Update a webhook endpoint',
    description:
      'Changes the given fields; omitted fields stay unchanged. `enabled: false` cancels pending deliveries. `enabled: true` resets the failure state; `POST …/redeliver` then sends missed events.',
    parameters,
    data: endpointRecordSchema,
    errors: ['webhook_endpoint_not_found'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('endpoint_id') id: string,
    @Body({ schema: updateEndpointSchema }) body: UpdateEndpoint,
  ): Promise<EndpointRecord> {
    return this.endpoints.update(caller, id, body);
  }

  @Delete(':endpoint_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint permanently and cancels its pending deliveries. The delivery log remains.',
    parameters,
    data: deletedEndpointSchema,
    errors: ['webhook_endpoint_not_found'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('endpoint_id') id: string) {
    return this.endpoints.remove(caller, id);
  }
}
