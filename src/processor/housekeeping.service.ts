import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { tiers, type Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { Loop } from './loop.js';

const intervalMs = 60_000;
const batchSize = 1_000;

/** Deletes what has expired, in batches, so that no deletion holds many rows for long. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: Loop[] = [];

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = tiers.map((tier) => new Loop(`housekeeping of ${tier}`, intervalMs, () => this.sweep(tier)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Idempotency records, and with them the nonces from which raw keys are derived; used or expired sign-in links. */
  async sweep(tier: Tier): Promise<void> {
    const db = this.databases.for(tier);
    const now = this.clock.now();
    while (
      (await db.$executeRaw`
        DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM idempotency_records WHERE expires_at < ${now} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`) ===
      batchSize
    );
    while (
      (await db.$executeRaw`
        DELETE FROM magic_link_tokens WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM magic_link_tokens WHERE expires_at < ${now} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`) ===
      batchSize
    );
  }
}
