import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Accounts } from '../accounts.service.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { SessionRecord } from './session.record.js';
import { Sessions, type ActiveSession } from './sessions.service.js';

/** The sessions of the caller's user. */
@Injectable()
export class SessionList {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly databases: Databases,
  ) {}

  async list(caller: Caller): Promise<SessionRecord[]> {
    const { userId, sessionKey } = sessionOf(caller);
    const found = await this.sessions.ofUser(userId);
    return found
      .sort((a, b) => b.stored.created_at - a.stored.created_at)
      .map((session) => toRecord(session, sessionKey));
  }

  /** An API key has no sessions. */
  async end(caller: Caller, id: string): Promise<{ session_id: string; ended: true }> {
    const found = caller.method === 'session' ? await this.sessions.ofUser(caller.userId) : [];
    const session = found.find(({ key }) => idOf(key) === id);
    if (!session) throw new AppError('session_not_found');
    await this.sessions.endFound(session);
    return { session_id: id, ended: true };
  }

  /** Ends all sessions but the caller's, and forgets all known browsers. */
  async endOthers(caller: Caller): Promise<{ ended: number }> {
    const { userId, sessionKey } = sessionOf(caller);
    return this.databases.for('live').$transaction(async (tx) => {
      const others = (await this.sessions.ofUser(userId)).filter(({ key }) => key !== sessionKey);
      await this.accounts.endSessions(tx, userId, { key: sessionKey });
      return { ended: others.length };
    });
  }
}

/** Throws {@link AppError} `session_required`. */
export function sessionOf(caller: Caller): Caller & { method: 'session' } {
  if (caller.method !== 'session') throw new AppError('session_required');
  return caller;
}

/** The key is the hash of the token. The id is a hash of the key, so that it says nothing about either. */
const idOf = (key: string) => `ses_${sha256Hex(key).slice(0, 32)}`;

function toRecord({ key, stored, expiresAt }: ActiveSession, currentKey: string): SessionRecord {
  return {
    session_id: idOf(key),
    current: key === currentKey,
    browser: stored.browser ?? null,
    address: stored.address ?? null,
    created_at: new Date(stored.created_at).toISOString(),
    last_used_at: new Date(stored.refreshed_at).toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
