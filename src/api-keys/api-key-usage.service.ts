import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';

const flushIntervalMs = 5_000;
const precisionMs = 60_000;

/** Records when each key was last used. Collects the times in memory and writes them in the background, at most once a minute per key. */
@Injectable()
export class ApiKeyUsage implements OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeyUsage.name);
  private readonly used: Record<Tier, Map<string, Date>> = { sandbox: new Map(), live: new Map() };
  private readonly timer = setInterval(() => void this.flush(), flushIntervalMs).unref();

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
  ) {}

  touch(tier: Tier, keyId: string): void {
    this.used[tier].set(keyId, this.clock.now());
  }

  async flush(): Promise<void> {
    await Promise.all(tiers.map((tier) => this.write(tier)));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async write(tier: Tier): Promise<void> {
    const entries = [...this.used[tier]];
    if (entries.length === 0) return;
    this.used[tier].clear();
    const ids = entries.map(([id]) => id);
    const times = entries.map(([, time]) => time);
    try {
      await this.databases.for(tier).$executeRaw`
        UPDATE api_keys SET last_used_at = used.at
        FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used (id, at)
        WHERE api_keys.id = used.id
          AND (last_used_at IS NULL OR last_used_at <= used.at - ${precisionMs} * interval '1 millisecond')`;
    } catch (error) {
      this.logger.warn({ error, tier }, 'failed to record api key usage');
    }
  }
}
