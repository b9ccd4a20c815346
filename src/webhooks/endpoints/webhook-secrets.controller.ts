import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { IdempotencyKey, secretReply } from '../../platform/idempotency/idempotency-key.js';
import { LogsSecretRead } from '../../platform/logging/logs-security-event.decorator.js';
import { WebhookEndpointIssuer } from './webhook-endpoint-issuer.service.js';
import {
  endpointIdSchema,
  endpointWithSecretSchema,
  secretSchema,
  type EndpointWithSecret,
  endpointsTag,
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
  async rotateSigningSecret(
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<OnlySecret>> {
    const { secret, replayed } = await this.issuer.rotateSigningSecret(caller, idempotencyKey);
    return secretReply({ secret }, replayed);
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
  async rotateSecret(
    @CurrentCaller() caller: Caller,
    @Param('endpoint_id') id: string,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<EndpointWithSecret>> {
    const { record, replayed } = await this.issuer.rotateSecret(caller, id, idempotencyKey);
    return secretReply(record, replayed);
  }
}
