import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { AppError } from '../../common/errors/app-error.js';
import { type Caller, scopesOf, type Role, publicScopes, type Tier } from '../../common/identity/caller.js';
import { Databases, type Transaction } from '../database/databases.service.js';
import type { Sql } from '../database/sql.js';

/**
 * Checks a credential again within a transaction whose effect outlives it, such as creating a key. Otherwise, a request that was
 * authenticated before all credentials of the organization were discarded could create a new one afterwards.
 */
@Injectable()
export class CurrentCredential {
  constructor(
    @Inject(Redis) private readonly redis: Redis,
    private readonly databases: Databases,
  ) {}

  /**
   * Until the transaction ends, {@link lockCredentials} waits. Throws if the credential is not valid any more, or has fewer scopes.
   *
   * @param tier the database of the transaction
   */
  async require(sql: Sql, tier: Tier, caller: Caller): Promise<void> {
    const values = [caller.organizationId];
    await sql.query({ text: 'SELECT FROM organizations WHERE id = $1 FOR KEY SHARE', values });
    await this.check(sql, tier, caller);
  }

  /** Throws if the credential is not valid any more, or has fewer scopes. */
  async check(sql: Sql, tier: Tier, caller: Caller): Promise<void> {
    if (caller.method === 'session') {
      if ((await this.redis.exists(caller.sessionKey)) === 0) throw new AppError('authentication_required');
      // Only the live database has users. A transaction on it must not wait for a second connection.
      if (caller.role === 'member') await checkScopes(tier === 'live' ? sql : this.databases.sql('live'), caller);
      return;
    }
    const { rowCount } = await sql.query({
      text: 'SELECT FROM api_keys WHERE id = $1 AND organization_id = $2 AND revoked_at IS NULL',
      values: [caller.keyId, caller.organizationId],
    });
    if (rowCount === 0) throw new AppError('invalid_or_revoked_api_key');
  }
}

/** The scopes of a key never change. An owner who becomes a member loses the sessions. */
async function checkScopes(live: Sql, { userId, organizationId, scopes }: Caller & { method: 'session' }) {
  const { rows } = await live.query<{ role: Role; scopes: string[] }>({
    text: 'SELECT role, scopes FROM users WHERE id = $1 AND organization_id = $2',
    values: [userId, organizationId],
  });
  const [user] = rows;
  if (!user) throw new AppError('authentication_required');
  const now = scopesOf(user);
  const lost = publicScopes.find((scope) => scopes.includes(scope) && !now.includes(scope));
  if (lost) throw new AppError('insufficient_scope', { required_scope: lost });
}

/**
 * Until the transaction ends, no transaction that called {@link CurrentCredential.require} commits, and none creates a row of the
 * organization. All that were committed before are visible.
 */
export async function lockCredentials(tx: Transaction, organizationId: string): Promise<void> {
  await tx.$queryRaw`SELECT id::text FROM organizations WHERE id = ${organizationId}::uuid FOR UPDATE`;
}
