import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Accounts } from '../accounts.service.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Sessions, type ActiveSession } from './sessions.service.js';

export const sessionIdSchema = z
  .string()
  .regex(/^ses_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the session.', examples: [`ses_${'0'.repeat(31)}1`] });

const time = z.iso.datetime();

export const sessionRecordSchema = z
  .strictObject({
    session_id: sessionIdSchema,
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'Browser and system of the sign-in.', examples: ['Firefox on Linux'] }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Network address of the sign-in.', examples: ['203.0.113.9'] }),
    created_at: time.meta({ description: 'Time of the sign-in.' }),
    last_used_at: time.meta({ description: 'Time of the last request, with a precision of one minute.' }),
    expires_at: time.meta({ description: 'Time at which the session ends, unless it is used before.' }),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

export const endedSessionSchema = z.strictObject({ session_id: sessionIdSchema, ended: z.literal(true) });
export const endedSessionsSchema = z.strictObject({
  ended: z
    .int()
    .min(0)
    .meta({ description: 'Number of sessions that ended.', examples: [2] }),
});

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
