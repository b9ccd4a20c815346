import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { AppError } from '../../common/errors/app-error.js';
import { LocalSlidingWindow, logOf, takeFunction, toTaken, type Taken, type TakeReply } from './sliding-window.js';

type WithScript = Redis & {
  takeOne(log: string, limit: number): Promise<TakeReply>;
  takeSeveral(log: string, limit: number, wanted: number): Promise<[taken: number, resetUs: number]>;
};

const script = `${takeFunction}
return take(KEYS[1], tonumber(ARGV[1]))`;

const severalScript = `${takeFunction}
local taken, reset = 0, 0
for _ = 1, tonumber(ARGV[2]) do
  local reply = take(KEYS[1], tonumber(ARGV[1]))
  reset = reply[3]
  if reply[1] == 0 then break end
  taken = taken + 1
end
return { taken, reset }`;

/** Counts requests in any 60 seconds. While Redis is unavailable, each process counts separately, and `/v1/status` reports that. */
@Injectable()
export class RateLimiter {
  private readonly redis: WithScript;
  private readonly local = new LocalSlidingWindow();

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('takeOne', { numberOfKeys: 1, lua: script });
    redis.defineCommand('takeSeveral', { numberOfKeys: 1, lua: severalScript });
    this.redis = redis as WithScript;
  }

  async take(subject: string, limit: number): Promise<Taken> {
    const log = logOf(subject);
    try {
      const taken = toTaken(await this.redis.takeOne(log, limit));
      this.local.clear();
      return taken;
    } catch {
      // The Redis client logs the reason. A limit per process is better than no limit and better than an error.
      return this.local.take(log, limit, performance.now());
    }
  }

  /** Takes as many of the wanted places as the limit permits. `resetMs` is the time until the next one is free. */
  async takeUpTo(subject: string, limit: number, wanted: number): Promise<{ taken: number; resetMs: number }> {
    const log = logOf(subject);
    try {
      const [taken, resetUs] = await this.redis.takeSeveral(log, limit, wanted);
      this.local.clear();
      return { taken, resetMs: Math.ceil(resetUs / 1_000) };
    } catch {
      const all = Array.from({ length: wanted }, () => this.local.take(log, limit, performance.now()));
      return { taken: all.filter(({ allowed }) => allowed).length, resetMs: all.at(-1)?.resetMs ?? 0 };
    }
  }

  /** For limits on a value in the request body. Throws {@link AppError} `rate_limited`. */
  async takeOrThrow(subject: string, limit: number): Promise<void> {
    const { allowed, resetMs } = await this.take(subject, limit);
    if (allowed) return;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(Math.ceil(resetMs / 1_000)) });
  }
}
