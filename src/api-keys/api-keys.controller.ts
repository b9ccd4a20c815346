import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import { pageMetaSchema, pageQuerySchema, type PageQuery } from '../common/pagination/page.js';
import { RequiredIdempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { LogsSecretRead } from '../platform/logging/logs-security-event.decorator.js';
import { ApiKeyIssuer } from './api-key-issuer.service.js';
import {
  apiKeyIdSchema,
  apiKeyRecordSchema,
  apiKeysTag,
  createApiKeySchema,
  issuedApiKeySchema,
  revokedApiKeySchema,
  type ApiKeyRecord,
  type CreateApiKey,
} from './api-key.record.js';
import { ApiKeys } from './api-keys.service.js';

const parameters = { key_id: apiKeyIdSchema };

@Controller('v1/api-keys')
@InTag(apiKeysTag)
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly issuer: ApiKeyIssuer,
  ) {}

  @Post()
  @RequireScope('keys:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Create an API key',
    description:
      'Creates a key and returns its raw value. The raw value appears only in this response; the service stores a hash. A retry with the same `Idempotency-Key` returns the same key for 24 hours. The key can have only scopes that the caller has. Only operators can grant `*`. An organization has at most 100 active keys in each tier, or 20 until its email address is verified.',
    data: issuedApiKeySchema,
    headers: ['Cache-Control'],
    errors: ['tier_mismatch', 'api_key_limit_reached'],
  })
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createApiKeySchema }) body: CreateApiKey,
    @RequiredIdempotencyKey() idempotencyKey: string,
  ): Promise<Reply<ApiKeyRecord>> {
    return this.issuer.create(caller, body, idempotencyKey);
  }

  @Get()
  @RequireScope('keys:read')
  @Documented({
    summary: 'List API keys',
    description: 'Returns the keys of the organization in this tier, newest first, including revoked and expired keys.',
    data: apiKeyRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<Reply<ApiKeyRecord[]>> {
    return this.apiKeys.list(caller, query);
  }

  @Delete(':key_id')
  @RequireScope('keys:write')
  @Documented({
    summary: 'Revoke an API key',
    description:
      'Revokes the key permanently. The revocation takes effect everywhere before the response: later requests with the key fail with 401.',
    parameters,
    data: revokedApiKeySchema,
    errors: ['api_key_not_found', 'api_key_already_revoked'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('key_id') keyId: string) {
    return this.apiKeys.revoke(caller, keyId);
  }

  @Post(':key_id/rotate')
  @RequireScope('keys:write')
  @LogsSecretRead()
  @Documented({
    summary: 'Rotate an API key',
    description:
      'Revokes the key and creates a new one with the same name, scopes and expiry, in one step. The caller needs all scopes of the key. The two keys never work at the same time. If a request rotates its own key, store the new key from the response: the old key fails with 401 immediately, including on a retry.',
    parameters,
    data: issuedApiKeySchema,
    headers: ['Cache-Control'],
    errors: ['api_key_not_found', 'api_key_already_revoked', 'api_key_expired'],
  })
  rotate(
    @CurrentCaller() caller: Caller,
    @Param('key_id') keyId: string,
    @RequiredIdempotencyKey() idempotencyKey: string,
  ): Promise<Reply<ApiKeyRecord>> {
    return this.issuer.rotate(caller, keyId, idempotencyKey);
  }
}
