import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Origin } from '../../common/identity/caller.js';
import { CurrentOrigin, Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { apiKeysTag } from '../api-key.tag.js';
import { LeakedKeys } from './leaked-keys.service.js';
import { z } from 'zod';

const leakedKeySchema = z.strictObject({
  key: z
    .string()
    .regex(
      /^sk_(live|test)_[0-9a-f]{64}$/,
      'expected a complete API key: sk_live_ or sk_test_, then 64 hexadecimal digits',
    )
    .meta({ description: 'Complete raw key, as it was found.', examples: [`sk_test_${'0'.repeat(64)}`] }),
});
type LeakedKey = z.infer<typeof leakedKeySchema>;

const receivedSchema = z.strictObject({ received: z.literal(true) });

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
