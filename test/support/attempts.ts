import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** The log of the attempts with an email address, which the service counts. */
export const attemptLogOf = (kind: 'password' | 'link:email', email: string): string =>
  `attempts:${kind}:${createHash('sha256').update(email).digest('hex')}`;

/** Writes attempts of the past. */
export function addAttempts(redis: Redis, log: string, count: number, ageSeconds: number): Promise<number> {
  const firstUs = (Date.now() - ageSeconds * 1_000) * 1_000;
  return redis.zadd(log, ...Array.from({ length: count }, (_, index) => [firstUs + index, firstUs + index]).flat());
}
