import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import type { Origin } from '../../common/identity/caller.js';
import { CurrentOrigin, Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { apiKeysSection } from '../api-key.section.js';
import { leakedKeySchema, receivedSchema, type LeakedKey } from './leaked-key.schema.js';
import { LeakedKeys } from './leaked-keys.service.js';

@Controller('v1/leaked-keys')
@Public()
@InSection(apiKeysSection)
export class LeakedKeysController {
  constructor(private readonly leakedKeys: LeakedKeys) {}

  @Post()
  @HttpCode(200)
  @LimitPerAddress({ name: 'leaked-keys', perMinute: 30 })
  @Documented({
    summary: 'Report a leaked API key',
    description:
      'For whoever finds a key of ours where it should not be. The key itself is the proof: it is revoked, as by `DELETE`, and its owner is told by e-mail. The answer never says whether there was such a key. Thirty a minute from one address.',
    data: receivedSchema,
  })
  report(
    @Body({ schema: leakedKeySchema }) { key }: LeakedKey,
    @CurrentOrigin() origin: Origin,
  ): Promise<{ received: true }> {
    return this.leakedKeys.report(key, origin);
  }
}
