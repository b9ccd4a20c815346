import {
  Inject,
  Injectable,
  Logger,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request } from 'express';
import { Redis } from 'ioredis';
import { Clock } from '../../common/clock.js';
import { addPeers, type PeerList } from './forwarding-peers.js';

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
