import { setTimeout as sleep } from 'node:timers/promises';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../common/clock.js';
import { sha256 } from '../common/crypto.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Origin, Tier } from '../common/identity/caller.js';
import { CurrentOrigin, Public } from '../common/identity/identity.decorators.js';
import { Audit } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { LimitPerAddress } from '../platform/rate-limit/rate-limit.decorators.js';
import { apiKeysTag } from './api-key.record.js';
import { IdentityCache } from './identity-cache.service.js';
import { rawKeyPattern, tierOfRawKey } from './raw-key.js';

/** Longer than any case takes, so that the response time does not reveal whether the key exists. */
const minResponseMs = 250;

const leakedKeySchema = z.strictObject({
  key: z
    .string()
    .regex(rawKeyPattern, 'expected a complete API key: sk_live_ or sk_test_, then 64 hexadecimal digits')
    .meta({ description: 'Complete raw key, as it was found.', examples: [`sk_test_${'0'.repeat(64)}`] }),
});
type LeakedKey = z.infer<typeof leakedKeySchema>;

const receivedSchema = z.strictObject({ received: z.literal(true) });

/**
 * Revokes leaked keys that third parties report. A reporter who has the whole key could also use it, so no other authentication is needed.
 * The response is always the same.
 */
@Controller('v1/leaked-keys')
@Public()
@InTag(apiKeysTag)
export class LeakedKeysController {
  constructor(
    private readonly databases: Databases,
    private readonly cache: IdentityCache,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @LimitPerAddress({ name: 'leaked-keys', perMinute: 30 })
  @Documented({
    summary: 'Report a leaked API key',
    description:
      'Revokes a key that a third party found, for example in a public repository, and notifies its owners by email. The response is the same for known, unknown and already revoked keys. Limit: 30 requests per minute and address.',
    data: receivedSchema,
  })
  async report(
    @Body({ schema: leakedKeySchema }) { key }: LeakedKey,
    @CurrentOrigin() origin: Origin,
  ): Promise<{ received: true }> {
    const tier = tierOfRawKey(key);
    if (tier) await Promise.all([this.revoke(tier, sha256(key), origin), sleep(minResponseMs)]);
    return { received: true };
  }

  private async revoke(tier: Tier, hash: Buffer, origin: Origin): Promise<void> {
    await this.databases.for(tier).$transaction(async (tx) => {
      const [key] = await tx.apiKey.updateManyAndReturn({
        where: { hash: new Uint8Array(hash), revokedAt: null },
        data: { revokedAt: this.clock.now() },
      });
      if (!key) return;
      const { id, organizationId, name } = key;
      const reporter = { organizationId, kind: 'leak_report' as const, origin };
      await Audit.append(tx, reporter, { action: 'api_key.leaked', subject: id, details: { name } });
      await Outbox.append(tx, { kind: 'api_key.leaked', payload: { key_id: id } });
    });
    // Also if the key was already revoked: that process may have ended before it updated the cache.
    await this.cache.revoke(tier, hash.toString('hex'));
  }
}
