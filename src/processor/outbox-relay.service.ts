import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SignUpNotice } from '../auth/magic-link/sign-up-notice.service.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { Organizations } from '../organizations/organizations.service.js';
import { databaseUrlOf } from '../platform/database/connect.js';
import { Databases, poolSize } from '../platform/database/databases.service.js';
import { NotificationListener } from '../platform/database/notification-listener.js';
import type { Sql } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { outboxKinds, type OutboxMessage } from '../platform/outbox/outbox.js';
import { Loop } from './loop.js';
import { Notices } from './notices.service.js';
import { DeliveryQueue, SimulationQueue } from './simulation-queue.service.js';
import { FinishedRuns } from '../simulations/queue/finished-runs.service.js';
import { SimulationRunner } from './simulation-runner.service.js';

/** Processes each kind of outbox message. Called at least once for each message. */
@Injectable()
export class MessageHandler {
  constructor(
    private readonly simulations: SimulationQueue,
    private readonly finished: FinishedRuns,
    private readonly deliveries: DeliveryQueue,
    private readonly notices: Notices,
    private readonly signUps: SignUpNotice,
    private readonly log: SecurityLog,
    private readonly organizations: Organizations,
  ) {}

  async handle(tier: Tier, { kind, payload }: OutboxMessage): Promise<void> {
    switch (kind) {
      case 'simulation.queued':
        return this.simulations.wakeWorkers(tier);
      case 'simulation.finished': {
        const event = await this.finished.eventOf(tier, payload.simulation_id);
        return event && this.deliveries.publish(tier, event);
      }
      case 'webhook_deliveries.due':
        return this.deliveries.add(tier, payload.lanes);
      case 'webhook_endpoint.disabled':
        return this.notices.endpointDisabled(tier, payload.endpoint_id);
      case 'api_key.leaked':
        return this.notices.keyLeaked(tier, payload.key_id);
      case 'organization.changed':
        return this.organizations.mirror(payload.organization_id);
      case 'operator.command':
        return this.log.write('operator.command', payload);
      case 'user.signed_up':
        return this.signUps.send(payload.user_id, new Date(payload.signed_up_at));
      case 'api_key.created':
        return this.notices.keyCreated(tier, payload.key_id);
      case 'user.signed_in':
        return this.notices.signedIn(payload);
      case 'user.password_changed':
        return this.notices.passwordChanged(payload);
      case 'member.changed':
        return this.notices.memberChanged(payload);
      case 'unverified_account.discarded':
        return this.notices.accountDiscarded(payload.organization_id);
    }
  }
}

/** One connection of the pool for each message, and one for the transaction. More messages would wait for a connection and could time out. */
const batchSize = poolSize - 1;
const pollIntervalMs = 1_000;
/** Delay before a message that failed is processed again. */
const retryMs = 2_000;

type Kind = OutboxMessage['kind'];
/** The driver reads a bigint as text. */
type Row = OutboxMessage & { id: string };

/** Processes the outbox messages of committed transactions. Postgres notifies the relay, which also polls in case a notification is lost. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly loops: Loop[] = [];
  private readonly listeners: NotificationListener[] = [];

  constructor(
    private readonly databases: Databases,
    private readonly handler: MessageHandler,
    private readonly runner: SimulationRunner,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    for (const tier of tiers) {
      const kinds = new Map(
        outboxKinds.map((kind) => [kind, new Loop(`${kind} of ${tier}`, null, this.work(tier, kind))]),
      );
      const poll = new Loop(`outbox of ${tier}`, pollIntervalMs, async () => {
        for (const kind of await this.dueKinds(tier)) kinds.get(kind)?.wake();
      });
      const onNotification = (payload?: string) => {
        // The worker claims without the queue, which would take longer. The poll relays the message later, for all workers.
        if (payload === 'simulation.queued') void this.runner.work(tier);
        else (kinds.get(payload as Kind) ?? poll).wake();
      };
      this.listeners.push(new NotificationListener(databaseUrlOf(this.settings, tier), 'outbox', onNotification));
      this.loops.push(poll, ...kinds.values());
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Each kind has its own loop, so that an unavailable store blocks only the kinds that need it. */
  private work(tier: Tier, kind: Kind): () => Promise<void> {
    return async () => {
      while ((await this.databases.transaction(tier, (sql) => this.processBatch(tier, kind, sql))) === batchSize);
    };
  }

  private async dueKinds(tier: Tier): Promise<Kind[]> {
    const { rows } = await this.databases.sql(tier).query<{ kind: Kind }>({
      name: 'due outbox kinds',
      text: `SELECT kind FROM unnest($1::text[]) kind
             WHERE EXISTS (SELECT FROM outbox_messages WHERE outbox_messages.kind = kind.kind AND due_at <= now())`,
      values: [outboxKinds],
    });
    return rows.map(({ kind }) => kind);
  }

  /** The rows stay locked until they are deleted. Other relays skip them, and after a crash they are processed again. */
  private async processBatch(tier: Tier, kind: Kind, sql: Sql): Promise<number> {
    const { rows } = await sql.query<Row>({
      name: 'due outbox messages',
      text: `SELECT id, kind, payload FROM outbox_messages WHERE kind = $1 AND due_at <= now()
             ORDER BY due_at, id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      values: [kind],
    });
    const outcomes = await Promise.allSettled(rows.map((row) => this.handler.handle(tier, row)));
    const [processed, failed]: [string[], string[]] = [[], []];
    outcomes.forEach((outcome, index) => {
      (outcome.status === 'fulfilled' ? processed : failed).push(rows[index]!.id);
      if (outcome.status === 'fulfilled') return;
      this.logger.warn({ error: outcome.reason as unknown, kind, tier }, 'failed to relay message, will retry');
    });
    if (processed.length > 0) await sql.query('DELETE FROM outbox_messages WHERE id = ANY($1::bigint[])', [processed]);
    // Failed messages move behind newer ones.
    if (failed.length > 0) {
      const postpone = `UPDATE outbox_messages SET due_at = now() + $2 * interval '1 ms' WHERE id = ANY($1::bigint[])`;
      await sql.query(postpone, [failed, retryMs]);
    }
    return rows.length;
  }
}
