import { Redis } from 'ioredis';
import {
  Inject,
  Injectable,
  Logger,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../../common/clock.js';

const dayMs = 86_400_000;
/** A client can send the header from many addresses. */
const maxPeersPerDay = 100;

/** Addresses that sent X-Forwarded-For, and trusted proxies that sent an entry in it that contains no IP address. */
type PeerList = 'forwarding-peers' | 'unreadable-peers';

const keyOf = (list: PeerList, time: Date) => `${list}:${time.toISOString().slice(0, 10)}`;

async function addPeers(redis: Redis, list: PeerList, counts: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const key = keyOf(list, now);
  const free = maxPeersPerDay - (await redis.hlen(key));
  const known = free > 0 ? undefined : new Set(await redis.hkeys(key));
  const commands = redis.multi();
  for (const [peer, count] of counts) if (!known || known.has(peer)) commands.hincrby(key, peer, count);
  await commands.pexpire(key, 2 * dayMs).exec();
}

export async function readPeers(redis: Redis, list: PeerList, now: Date): Promise<Map<string, number>> {
  const days = [now, new Date(now.getTime() - dayMs)];
  const entries = (await Promise.all(days.map((day) => redis.hgetall(keyOf(list, day))))).flatMap(Object.entries);
  const counts = new Map<string, number>();
  for (const [peer, count] of entries as [string, string][]) counts.set(peer, (counts.get(peer) ?? 0) + Number(count));
  return counts;
}

const flushIntervalMs = 5_000;
/** Bounds the memory: other addresses are counted after the next flush. */
const maxPeersPerFlush = 20;

/** Counts the addresses that send X-Forwarded-For, so that `doctor` can warn of wrong settings of proxies. Rejects no request. */
@Injectable()
export class ForwardingPeersGuard implements CanActivate, OnApplicationShutdown {
  private readonly logger = new Logger(ForwardingPeersGuard.name);
  private readonly timer = setInterval(() => void this.flush(), flushIntervalMs).unref();
  private lists = emptyLists();

  constructor(
    @Inject(Redis) private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true {
    const { headers, socket, address, hasUnreadableEntry } = context.switchToHttp().getRequest<Request>();
    const peer = socket.remoteAddress?.replace(/^::ffff:/, '');
    if (headers['x-forwarded-for'] !== undefined && peer !== undefined) this.count('forwarding-peers', peer);
    if (hasUnreadableEntry) this.count('unreadable-peers', address);
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private count(list: PeerList, peer: string): void {
    const counts = this.lists[list];
    const count = counts.get(peer);
    if (count !== undefined || counts.size < maxPeersPerFlush) counts.set(peer, (count ?? 0) + 1);
  }

  private async flush(): Promise<void> {
    const { lists } = this;
    this.lists = emptyLists();
    for (const [list, counts] of Object.entries(lists) as [PeerList, Map<string, number>][]) {
      if (counts.size === 0) continue;
      await addPeers(this.redis, list, counts, this.clock.now()).catch((error: unknown) => {
        this.logger.debug({ error }, 'failed to record forwarding peers');
      });
    }
  }
}

const emptyLists = (): Record<PeerList, Map<string, number>> => ({
  'forwarding-peers': new Map(),
  'unreadable-peers': new Map(),
});
