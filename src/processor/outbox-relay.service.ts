import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tiers, type Tier } from '../common/identity/tier.js';
import type { Settings } from '../config/settings.js';
import { databaseUrlOf } from '../platform/database/database-url.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import { NotificationListener } from '../platform/database/notification-listener.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { outboxKinds, type OutboxMessage } from '../platform/outbox/outbox.js';
import { MessageHandler } from './message-handler.service.js';
import { Loop } from './loop.js';

const batchSize = 100;
const pollIntervalMs = 1_000;
/** Delay before a message that failed is processed again. */
const retryMs = 2_000;

type Row = OutboxMessage & { id: bigint };

/** Processes the outbox messages of committed transactions. Postgres notifies the relay, which also polls in case a notification is lost. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly loops: Loop[] = [];
  private readonly listeners: NotificationListener[] = [];

  constructor(
    private readonly databases: Databases,
    private readonly handler: MessageHandler,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    for (const tier of tiers) {
      const loops = outboxKinds.map(
        (kind) => new Loop(`${kind} of ${tier}`, pollIntervalMs, () => this.drain(tier, kind)),
      );
      const url = databaseUrlOf(this.settings, tier);
      this.listeners.push(new NotificationListener(url, 'outbox', () => loops.forEach((loop) => loop.wake())));
      this.loops.push(...loops);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async drain(tier: Tier, kind: OutboxMessage['kind']): Promise<void> {
    while ((await this.databases.for(tier).$transaction((tx) => this.processBatch(tier, kind, tx))) === batchSize);
  }

  /**
   * Processes one kind, so that an unavailable store blocks only the kinds that need it. The rows stay locked until they are deleted.
   * Other relays skip them, and after a crash they are processed again.
   */
  private async processBatch(tier: Tier, kind: OutboxMessage['kind'], tx: Transaction): Promise<number> {
    const rows = await tx.$queryRaw<Row[]>`
      SELECT id, kind, payload FROM outbox_messages WHERE kind = ${kind} AND due_at <= now()
      ORDER BY due_at, id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`;
    const outcomes = await Promise.allSettled(rows.map((row) => this.handler.handle(tier, row)));
    const failed: bigint[] = [];
    outcomes.forEach((outcome, index) => {
      if (outcome.status !== 'rejected') return;
      failed.push(rows[index]!.id);
      this.logger.warn({ error: outcome.reason as unknown, kind, tier }, 'failed to relay message, will retry');
    });
    await tx.outboxMessage.deleteMany({ where: { id: { in: rows.map(({ id }) => id), notIn: failed } } });
    // Failed messages move behind newer ones.
    await tx.$executeRaw`
      UPDATE outbox_messages SET due_at = now() + ${retryMs} * interval '1 ms' WHERE id = ANY(${failed})`;
    return rows.length;
  }
}
