import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import {
  hasSucceeded,
  type AttemptResult,
  AttemptAbortedError,
} from '../../webhooks/attempts/webhook-sender.service.js';
import { type ClaimedDelivery, DeliveryClaims } from '../../webhooks/attempts/delivery-claims.service.js';
import { DeliveryAttempts } from '../../webhooks/attempts/delivery-attempts.service.js';
import { organizationOf } from '../../webhooks/lane.js';

/** Maximum concurrent attempts of a new lane. */
const initialWindow = 2;
const maxWindow = 32;

/**
 * The active attempts of this worker in one lane. The window, their maximum, grows by one with each success and shrinks with each failure.
 * A fast receiver gets many concurrent attempts, and an unresponsive one blocks only one attempt.
 */
export class Lane {
  /** Active attempts, and the attempts that are reserved for a running claim. */
  active = 0;
  claiming = false;
  /** There may be due deliveries that are not claimed. */
  mayHaveMore = true;
  private window = initialWindow;

  capacity(): number {
    return Math.max(0, this.window - this.active);
  }

  succeeded(): void {
    this.window = Math.min(maxWindow, this.window + 1);
  }

  failed(responded: boolean): void {
    this.window = responded ? Math.max(1, this.window >> 1) : 1;
  }

  isIdle(): boolean {
    return this.active === 0;
  }
}

const maxActive = 1_024;
const maxActivePerOrganization = 256;
/** Maximum waiting lanes that are woken when an attempt ends. */
const maxWoken = 4;

/** Limits the concurrent attempts of a worker, in total and per organization, so that one organization cannot block others. */
export class Capacity<Waiter> {
  private active = 0;
  private readonly activeByOrganization = new Map<string, number>();
  /** In the order of arrival. */
  private readonly waiting = new Set<Waiter>();

  available(organizationId: string): number {
    return Math.min(
      maxActive - this.active,
      maxActivePerOrganization - (this.activeByOrganization.get(organizationId) ?? 0),
    );
  }

  acquire(organizationId: string, count: number): void {
    this.active += count;
    const active = (this.activeByOrganization.get(organizationId) ?? 0) + count;
    if (active > 0) this.activeByOrganization.set(organizationId, active);
    else this.activeByOrganization.delete(organizationId);
  }

  release(organizationId: string, count: number): void {
    this.acquire(organizationId, -count);
  }

  enqueue(waiting: Waiter): void {
    this.waiting.add(waiting);
  }

  /** Returns the next waiting lanes. A lane that finds no capacity is added again at the end. */
  dequeue(): Waiter[] {
    const woken = [...this.waiting].slice(0, maxWoken);
    for (const each of woken) this.waiting.delete(each);
    return woken;
  }
}

/** Time that active attempts have to finish when the worker stops. */
const stopTimeoutMs = 3_000;

interface NamedLane {
  tier: Tier;
  name: string;
  lane: Lane;
}

/** The lanes in which this worker delivers. A lane that is woken claims its due deliveries, as many as the capacity allows. */
@Injectable()
export class DeliveryLanes {
  private readonly logger = new Logger(DeliveryLanes.name);
  private readonly lanes = new Map<string, NamedLane>();
  private readonly capacity = new Capacity<NamedLane>();
  private readonly active = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly attempts: DeliveryAttempts,
  ) {}

  /** Something may be due in the lane. */
  wake(tier: Tier, name: string): void {
    const key = `${tier} ${name}`;
    const known = this.lanes.get(key) ?? { tier, name, lane: new Lane() };
    this.lanes.set(key, known);
    known.lane.mayHaveMore = true;
    this.fill(known);
  }

  /** Starts no new attempts, waits briefly for active ones, and aborts the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.race([Promise.all(this.active), sleep(stopTimeoutMs, undefined, { ref: false })]);
    this.attempts.abortAll();
    await Promise.all(this.active);
  }

  private fill(named: NamedLane): void {
    const { lane } = named;
    if (this.stopping || lane.claiming) return;
    const wanted = lane.mayHaveMore ? lane.capacity() : 0;
    const capacity = Math.min(wanted, this.capacity.available(organizationOf(named.name)));
    if (capacity > 0) this.track(this.claim(named, capacity));
    else if (wanted > 0) this.capacity.enqueue(named);
    else this.deleteIdle(named);
  }

  private async claim(named: NamedLane, capacity: number): Promise<void> {
    const { tier, name, lane } = named;
    lane.claiming = true;
    lane.mayHaveMore = false;
    this.acquire(named, capacity);
    let claimed: ClaimedDelivery[] = [];
    try {
      claimed = await this.claims.claim(tier, name, capacity);
    } catch (error) {
      this.logger.warn({ error, lane: name, tier }, 'failed to claim deliveries, will retry');
    }
    lane.claiming = false;
    lane.mayHaveMore ||= claimed.length === capacity;
    this.free(named, capacity - claimed.length);
    for (const delivery of claimed) this.track(this.deliver(named, delivery));
    this.fill(named);
  }

  private async deliver(named: NamedLane, delivery: ClaimedDelivery): Promise<void> {
    try {
      if (this.stopping) throw new AttemptAbortedError('the worker stops');
      this.adjustWindow(named.lane, await this.attempts.make(named.tier, delivery));
    } catch (error) {
      await this.release(named.tier, delivery, error);
    }
    this.free(named, 1);
    this.fill(named);
  }

  private acquire({ name, lane }: NamedLane, count: number): void {
    lane.active += count;
    this.capacity.acquire(organizationOf(name), count);
  }

  private free({ name, lane }: NamedLane, count: number): void {
    lane.active -= count;
    this.capacity.release(organizationOf(name), count);
    for (const waiting of this.capacity.dequeue()) this.fill(waiting);
  }

  private adjustWindow(lane: Lane, result: AttemptResult | undefined): void {
    if (!result) return;
    if (hasSucceeded(result)) lane.succeeded();
    else lane.failed(result.statusCode !== null);
  }

  /** A delivery that cannot be released is due again when its lease expires. */
  private async release(tier: Tier, delivery: ClaimedDelivery, reason: unknown): Promise<void> {
    if (!(reason instanceof AttemptAbortedError)) {
      this.logger.error({ error: reason, delivery_id: delivery.id }, 'webhook attempt lost, will retry');
      return;
    }
    await this.claims.release(tier, delivery).catch((error: unknown) => {
      this.logger.warn({ error, delivery_id: delivery.id }, 'failed to release delivery');
    });
  }

  private deleteIdle({ tier, name, lane }: NamedLane): void {
    if (lane.isIdle()) this.lanes.delete(`${tier} ${name}`);
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.active.delete(tracked));
    this.active.add(tracked);
  }
}
