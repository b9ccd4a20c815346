import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import { replayHeaders, RequiredIdempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { ApiKeyIssuer, type IssuedApiKey } from './api-key-issuer.service.js';
import {
  apiKeyIdSchema,
  apiKeyRecordSchema,
  issuedApiKeySchema,
  revokedApiKeySchema,
  type ApiKeyRecord,
} from './api-key.record.js';
import { createApiKeySchema, listApiKeysSchema, type CreateApiKey, type ListApiKeys } from './api-key.schema.js';
import { apiKeysSection } from './api-key.section.js';
import { ApiKeys } from './api-keys.service.js';

const parameters = { key_id: apiKeyIdSchema };

@Controller('v1/api-keys')
@InSection(apiKeysSection)
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly issuer: ApiKeyIssuer,
  ) {}

  @Post()
  @RequireScope('keys:write')
  @Documented({
    summary: 'Create an API key',
    description:
      'The raw key is in this answer and nowhere else. `case_studies:write` can be granted only by who has it; `*` by nobody but the operator.',
    data: issuedApiKeySchema,
    headers: ['Cache-Control'],
    errors: ['tier_mismatch'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createApiKeySchema }) body: CreateApiKey,
    @RequiredIdempotencyKey() idempotencyKey: string,
  ): Promise<Reply<ApiKeyRecord>> {
    return toReply(await this.issuer.create(caller, body, idempotencyKey));
  }

  @Get()
  @RequireScope('keys:read')
  @Documented({
    summary: 'List API keys',
    description: 'The keys of the organization in this tier, newest first, revoked and expired ones too.',
    data: apiKeyRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listApiKeysSchema }) query: ListApiKeys,
  ): Promise<Reply<ApiKeyRecord[]>> {
    return this.apiKeys.list(caller, query);
  }

  @Delete(':key_id')
  @HttpCode(200)
  @RequireScope('keys:write')
  @Documented({
    summary: 'Revoke an API key',
    description: 'Holds from the moment of the answer: no request that starts later is let in with the key.',
    parameters,
    data: revokedApiKeySchema,
    errors: ['api_key_not_found', 'api_key_already_revoked'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('key_id') keyId: string) {
    return this.apiKeys.revoke(caller, keyId);
  }

  @Post(':key_id/rotate')
  @RequireScope('keys:write')
  @Documented({
    summary: 'Rotate an API key',
    description:
      'In one step the key is revoked and a new one made with its name, scopes and expiry. There is no time in which both work. Who rotates the key that it asks with cannot ask again: that key is revoked.',
    parameters,
    data: issuedApiKeySchema,
    headers: ['Cache-Control'],
    errors: ['api_key_not_found', 'api_key_already_revoked', 'api_key_expired'],
  })
  async rotate(
    @CurrentCaller() caller: Caller,
    @Param('key_id') keyId: string,
    @RequiredIdempotencyKey() idempotencyKey: string,
  ): Promise<Reply<ApiKeyRecord>> {
    return toReply(await this.issuer.rotate(caller, keyId, idempotencyKey));
  }
}

function toReply({ record, replayed }: IssuedApiKey): Reply<ApiKeyRecord> {
  return new Reply(record, {
    headers: { 'Cache-Control': 'no-store', ...replayHeaders(replayed) },
  });
}
