import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { EntrySigner, signatureLength } from '../../src/common/entry-signer.js';
import { developmentMasterKey } from '../../src/config/master-key.js';
import { runFile, sharedDataDir } from './shared-service.js';

interface StoredSession {
  user_id: string;
  organization_id: string;
  role?: string;
  created_at: number;
  refreshed_at: number;
}

/** Reads and ages the sessions in the Redis server of the shared instance. */
export class SessionStore {
  private readonly redis = new Redis(runFile().redis_url);
  private readonly signer = new EntrySigner(developmentMasterKey(sharedDataDir()), []);

  /** All session keys and values as one text, to search for the cookie's content. */
  async allContent(): Promise<string> {
    const keys = await this.redis.keys('session*');
    const values = await Promise.all(keys.map((key) => this.redis.get(key).catch(() => '')));
    return JSON.stringify([keys, values]);
  }

  /** Time at which the Redis key expires, in milliseconds since 1970. */
  async expiresAtMs(cookie: string): Promise<number> {
    return this.redis.pexpiretime(sessionEntryOf(cookie));
  }

  async read(cookie: string): Promise<StoredSession | undefined> {
    const text = await this.redis.get(sessionEntryOf(cookie));
    return text === null
      ? undefined
      : (JSON.parse(this.signer.open(sessionEntryOf(cookie), text) ?? '') as StoredSession);
  }

  /** Sets how long ago the session was created and last used. */
  async age(cookie: string, { createdMs, usedMs }: { createdMs: number; usedMs: number }): Promise<void> {
    const times = { created_at: Date.now() - createdMs, refreshed_at: Date.now() - usedMs };
    await this.change(cookie, (stored) => ({ ...stored, ...times }));
  }

  /** Makes the session one that an earlier release started. */
  async removeRole(cookie: string): Promise<void> {
    await this.change(cookie, ({ role: _, ...stored }) => stored);
  }

  private async change(cookie: string, changeOf: (stored: StoredSession) => StoredSession): Promise<void> {
    const key = sessionEntryOf(cookie);
    const stored = await this.read(cookie);
    if (!stored) throw new Error('the session does not exist');
    await this.redis.set(key, this.signer.sign(key, JSON.stringify(changeOf(stored))), 'KEEPTTL');
  }

  /** Replaces the entry of the session in Redis. The function gets its signature and its content. */
  async rewrite(cookie: string, change: (signature: string, stored: StoredSession) => string): Promise<void> {
    const entry = (await this.redis.get(sessionEntryOf(cookie))) ?? '';
    const [signature, text] = [entry.slice(0, signatureLength), entry.slice(signatureLength)];
    await this.redis.set(sessionEntryOf(cookie), change(signature, JSON.parse(text) as StoredSession), 'KEEPTTL');
  }

  async expire(cookie: string): Promise<void> {
    await this.redis.pexpire(sessionEntryOf(cookie), 1);
  }

  close(): void {
    this.redis.disconnect();
  }
}

export const sessionEntryOf = (cookie: string) =>
  `session:${createHash('sha256').update(cookie.slice('svc_session='.length)).digest('hex')}`;
