import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag, SendsWebhooks } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { pageMetaSchema, pageQuerySchema, type PageQuery } from '../../common/pagination/page.js';
import { IdempotencyKey, secretReply } from '../../platform/idempotency/idempotency-key.js';
import { LogsSecretRead } from '../../platform/logging/logs-security-event.decorator.js';
import { WebhookEndpointIssuer } from './webhook-endpoint-issuer.service.js';
import {
  deletedEndpointSchema,
  endpointIdSchema,
  endpointRecordSchema,
  endpointWithSecretSchema,
  type EndpointRecord,
  type EndpointWithSecret,
  createEndpointSchema,
  updateEndpointSchema,
  type CreateEndpoint,
  type UpdateEndpoint,
  endpointsTag,
  secretSchema,
  testEventType,
} from './webhook-endpoint.record.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

const parameters = { endpoint_id: endpointIdSchema };
const onlySecretSchema = z.strictObject({ secret: secretSchema });
type OnlySecret = z.infer<typeof onlySecretSchema>;

/** Reading a secret requires the write scope, because a secret can sign messages in the name of the service. */
@Controller('v1/webhook-endpoints')
@InTag(endpointsTag)
export class WebhookSecretsController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly issuer: WebhookEndpointIssuer,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Get('signing-secret')
  @RequireScope('simulations:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Read the signing secret',
    description: 'Returns the secret that signs deliveries to the `webhook_url` of simulations in this tier.',
    data: onlySecretSchema,
    headers: ['Cache-Control'],
  })
  async signingSecret(@CurrentCaller() caller: Caller): Promise<Reply<OnlySecret>> {
    return secretReply({ secret: await this.secrets.ofCaller(caller) });
  }

  @Post('signing-secret/rotate')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Rotate the signing secret',
    description:
      'Creates a new signing secret. For 24 hours, deliveries carry a signature of the old and of the new secret.',
    data: onlySecretSchema,
    headers: ['Cache-Control'],
  })
  rotateSigningSecret(
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<OnlySecret>> {
    return this.issuer.rotateSigningSecret(caller, idempotencyKey);
  }

  @Get(':endpoint_id/secret')
  @RequireScope('simulations:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Read the secret of a webhook endpoint',
    description: 'Returns the current secret of the endpoint.',
    parameters,
    data: onlySecretSchema,
    headers: ['Cache-Control'],
    errors: ['webhook_endpoint_not_found'],
  })
  async secret(@CurrentCaller() caller: Caller, @Param('endpoint_id') id: string): Promise<Reply<OnlySecret>> {
    const { organizationId } = await this.endpoints.find(caller, id);
    return secretReply({ secret: await this.secrets.read(caller.tier, { organizationId, owner: id }) });
  }

  @Post(':endpoint_id/rotate-secret')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Creates a new secret for the endpoint. For 24 hours, deliveries carry a signature of the old and of the new secret, so that receivers can switch.',
    parameters,
    data: endpointWithSecretSchema,
    headers: ['Cache-Control'],
    errors: ['webhook_endpoint_not_found'],
  })
  rotateSecret(
    @CurrentCaller() caller: Caller,
    @Param('endpoint_id') id: string,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    return this.issuer.rotateSecret(caller, id, idempotencyKey);
  }
}

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
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createEndpointSchema }) body: CreateEndpoint,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    return this.issuer.create(caller, body, idempotencyKey);
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
    @Query({ schema: pageQuerySchema }) query: PageQuery,
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
