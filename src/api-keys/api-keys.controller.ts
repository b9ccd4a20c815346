import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Reply } from '../common/http/reply.js';
import { replayHeaders, RequiredIdempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { ApiKeyIssuer, type IssuedApiKey } from './api-key-issuer.service.js';
import type { ApiKeyRecord } from './api-key.record.js';
import { createApiKeySchema, listApiKeysSchema, type CreateApiKey, type ListApiKeys } from './api-key.schema.js';
import { ApiKeys } from './api-keys.service.js';

@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly issuer: ApiKeyIssuer,
  ) {}

  @Post()
  @RequireScope('keys:write')
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createApiKeySchema }) body: CreateApiKey,
    @RequiredIdempotencyKey() idempotencyKey: string,
  ): Promise<Reply<ApiKeyRecord>> {
    return toReply(await this.issuer.create(caller, body, idempotencyKey));
  }

  @Get()
  @RequireScope('keys:read')
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listApiKeysSchema }) query: ListApiKeys,
  ): Promise<Reply<ApiKeyRecord[]>> {
    return this.apiKeys.list(caller, query);
  }

  @Delete(':key_id')
  @HttpCode(200)
  @RequireScope('keys:write')
  revoke(@CurrentCaller() caller: Caller, @Param('key_id') keyId: string) {
    return this.apiKeys.revoke(caller, keyId);
  }

  @Post(':key_id/rotate')
  @RequireScope('keys:write')
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
