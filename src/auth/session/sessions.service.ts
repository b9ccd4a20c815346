import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Clock } from '../../common/clock.js';
import { sha256 } from '../../common/crypto.js';
import { EntrySigner } from '../../common/entry-signer.js';
import type { Role } from '../../common/identity/caller.js';
import type { Session } from '../account.js';

/** A session that is not used ends after this time. */
export const maxIdleMs = 7 * 86_400_000;
/** A session ends after this time, even if it is used. */
export const maxAgeMs = 30 * 86_400_000;
/** Extends a session at most once in this time, so that most requests write nothing. */
const refreshAfterMs = 60_000;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The value of a session in Redis. Its key is the hash of the token. Times are milliseconds since 1970. */
interface StoredSession {
  user_id: string;
  organization_id: string;
  /** The role at the sign-in. Sessions that a process of an earlier release started do not have it, so that the user is read instead. */
  role?: Role;
  created_at: number;
  refreshed_at: number;
  /** The client of the sign-in. Sessions of earlier releases do not have it. */
  address?: string;
  browser?: string;
}

export interface ActiveSession {
  readonly key: string;
  readonly stored: StoredSession;
  readonly userId: string;
  readonly organizationId: string;
  readonly expiresAt: Date;
}

/**
 * Sessions are stored only in Redis, under the hash of their token. A reader of Redis cannot use them to sign in. They are signed: a session
 * that a client of Redis forged or changed does not exist.
 */
@Injectable()
export class Sessions {
  constructor(
    @Inject(Redis) private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly signer: EntrySigner,
  ) {}

  async start(
    user: { id: string; organizationId: string; role: Role },
    { address, browser }: { address: string; browser: string },
  ): Promise<Session> {
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.clock.now().getTime();
    const times = { created_at: nowMs, refreshed_at: nowMs };
    const { id, organizationId, role } = user;
    const stored = { user_id: id, organization_id: organizationId, role, ...times, address, browser };
    const { key, expiresAt } = active(keyOf(token), stored);
    const list = listOf(user.id);
    const written = await this.redis
      .multi()
      .set(key, this.entryOf(key, stored), 'PX', maxIdleMs)
      .zadd(list, nowMs, key)
      .zremrangebyscore(list, '-inf', nowMs - maxAgeMs)
      .pexpire(list, maxAgeMs)
      .exec();
    refuseErrors(written);
    return { token, key, expiresAt };
  }

  /** Returns undefined for a malformed, unknown or expired token. Does not extend the session. */
  async find(token: string): Promise<ActiveSession | undefined> {
    if (!tokenPattern.test(token)) return undefined;
    const key = keyOf(token);
    const stored = this.storedIn(key, await this.redis.get(key));
    if (!stored) return undefined;
    const session = active(key, stored);
    return session.expiresAt > this.clock.now() ? session : undefined;
  }

  /** Extends a session. Returns the same session if it was extended recently, or undefined if it has ended. */
  async refresh(session: ActiveSession): Promise<ActiveSession | undefined> {
    const nowMs = this.clock.now().getTime();
    if (nowMs - session.stored.refreshed_at < refreshAfterMs) return session;
    const refreshed = active(session.key, { ...session.stored, refreshed_at: nowMs });
    const remainingMs = refreshed.expiresAt.getTime() - nowMs;
    // XX: must not restore a session that a concurrent logout deleted.
    const written = await this.redis.set(
      session.key,
      this.entryOf(session.key, refreshed.stored),
      'PX',
      remainingMs,
      'XX',
    );
    return written === null ? undefined : refreshed;
  }

  /** Returns the ended session, or undefined if there was none. */
  async end(token: string): Promise<ActiveSession | undefined> {
    if (!tokenPattern.test(token)) return undefined;
    const key = keyOf(token);
    const stored = this.storedIn(key, await this.redis.getdel(key));
    if (!stored) return undefined;
    await this.redis.zrem(listOf(stored.user_id), key);
    return active(key, stored);
  }

  async ofUser(userId: string): Promise<ActiveSession[]> {
    const keys = await this.redis.zrange(listOf(userId), '0', '-1');
    const entries = keys.length === 0 ? [] : await this.redis.mget(...keys);
    return keys.flatMap((key, index) => {
      const stored = this.storedIn(key, entries[index] ?? null);
      return stored ? [active(key, stored)] : [];
    });
  }

  /** Ends all sessions of the user, or all but one. */
  async endAll(userId: string, except?: Pick<ActiveSession, 'key'>): Promise<void> {
    const keys = await this.redis.zrange(listOf(userId), '0', '-1');
    await this.endEach(
      userId,
      keys.filter((key) => key !== except?.key),
    );
  }

  async endFound({ key, userId }: ActiveSession): Promise<void> {
    await this.endEach(userId, [key]);
  }

  private async endEach(userId: string, keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const list = listOf(userId);
    refuseErrors(
      await this.redis
        .multi()
        .del(...keys)
        .zrem(list, ...keys)
        .exec(),
    );
  }

  private entryOf(key: string, stored: StoredSession): string {
    return this.signer.sign(key, JSON.stringify(stored));
  }

  private storedIn(key: string, entry: string | null): StoredSession | undefined {
    const text = entry === null ? undefined : this.signer.open(key, entry);
    return text === undefined ? undefined : (JSON.parse(text) as StoredSession);
  }
}

const keyOf = (token: string) => `session:${sha256(token).toString('hex')}`;
const listOf = (userId: string) => `sessions-of:${userId}`;

function active(key: string, stored: StoredSession): ActiveSession {
  const endsMs = Math.min(stored.refreshed_at + maxIdleMs, stored.created_at + maxAgeMs);
  return {
    key,
    stored,
    userId: stored.user_id,
    organizationId: stored.organization_id,
    expiresAt: new Date(endsMs),
  };
}

function refuseErrors(results: [Error | null, unknown][] | null): void {
  for (const [error] of results ?? []) if (error) throw error;
}
