import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Origin } from '../../common/identity/caller.js';
import { CurrentOrigin, Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { apiKeysTag } from '../api-key.tag.js';
import { leakedKeySchema, receivedSchema, type LeakedKey } from './leaked-key.schema.js';
import { LeakedKeys } from './leaked-keys.service.js';

@Controller('v1/leaked-keys')
@Public()
@InTag(apiKeysTag)
export class LeakedKeysController {
  constructor(private readonly leakedKeys: LeakedKeys) {}

  @Post()
  @HttpCode(200)
  @LimitPerAddress({ name: 'leaked-keys', perMinute: 30 })
  @Documented({
    summary: 'Report a leaked API key',
    description:
      'Revokes a key that a third party found, for example in a public repository, and notifies its owners by email. The response is the same for known, unknown and already revoked keys. Limit: 30 requests per minute and address.',
    data: receivedSchema,
  })
  report(
    @Body({ schema: leakedKeySchema }) { key }: LeakedKey,
    @CurrentOrigin() origin: Origin,
  ): Promise<{ received: true }> {
    return this.leakedKeys.report(key, origin);
  }
}
