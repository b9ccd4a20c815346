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
import { addForwardingPeers } from './forwarding-peers.js';

const flushIntervalMs = 5_000;
/** Bounds the memory: other addresses are counted after the next flush. */
const maxPeersPerFlush = 20;

/** Counts the addresses that send X-Forwarded-For, so that `doctor` can compare them with SVC_TRUSTED_PROXIES. Rejects no request. */
@Injectable()
export class ForwardingPeersGuard implements CanActivate, OnApplicationShutdown {
  private readonly logger = new Logger(ForwardingPeersGuard.name);
  private readonly timer = setInterval(() => void this.flush(), flushIntervalMs).unref();
  private counts = new Map<string, number>();

  constructor(
    @Inject(Redis) private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true {
    const { headers, socket } = context.switchToHttp().getRequest<Request>();
    const peer = socket.remoteAddress?.replace(/^::ffff:/, '');
    if (headers['x-forwarded-for'] === undefined || peer === undefined) return true;
    const count = this.counts.get(peer);
    if (count !== undefined || this.counts.size < maxPeersPerFlush) this.counts.set(peer, (count ?? 0) + 1);
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async flush(): Promise<void> {
    const { counts } = this;
    if (counts.size === 0) return;
    this.counts = new Map();
    await addForwardingPeers(this.redis, counts, this.clock.now()).catch((error: unknown) => {
      this.logger.debug({ error }, 'failed to record forwarding peers');
    });
  }
}
