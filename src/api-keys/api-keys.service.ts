import { Injectable } from '@nestjs/common';
import { Batch } from '../common/batch.js';
import { Clock } from '../common/clock.js';
import { AppError } from '../common/errors/app-error.js';
import { type Caller, type PublicScope, wildcardScope, perTier, tiers, type Tier } from '../common/identity/caller.js';
import { isUuid } from '../common/crypto.js';
import { Reply } from '../common/http/reply.js';
import { CursorCodec, type Position } from '../common/pagination/cursor.js';
import { listOf, toPage, type PageQuery } from '../common/pagination/page.js';
import { Audit, type OtherActor } from '../platform/audit/audit.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import { toRecord, type ApiKeyRecord, type ListedKey, type RevokedApiKey, listedFields } from './api-key.record.js';
import { IdentityCache } from './identity-cache.service.js';
import type pg from 'pg';
import type { ApiKey } from '../platform/database/generated/client.js';
import { selectList } from '../platform/database/sql.js';

export interface KeyPageRequest {
  organizationId: string;
  limit: number;
  position: Position | undefined;
}

/** Reads the pages of concurrent requests with one statement. Equal requests share one page. */
export async function readKeyPages(
  sql: Pick<pg.Pool, 'query'>,
  requests: readonly KeyPageRequest[],
): Promise<ListedKey[][]> {
  const names = requests.map(nameOf);
  const distinct = [...new Map(names.map((name, index) => [name, requests[index]!]))];
  const { rows } = await sql.query<ListedKey & { page: number }>({
    name: 'api key pages',
    text: statement,
    values: [
      distinct.map(([, { organizationId }]) => organizationId),
      distinct.map(([, { limit }]) => limit),
      distinct.map(([, { position }]) => position?.createdAt.toISOString() ?? 'infinity'),
      distinct.map(([, { position }]) => position?.id ?? null),
    ],
  });
  const pages = new Map<string, ListedKey[]>(distinct.map(([name]) => [name, []]));
  for (const { page, ...row } of rows) pages.get(distinct[page - 1]![0])!.push(row);
  return names.map((name) => pages.get(name)!);
}

const nameOf = ({ organizationId, limit, position }: KeyPageRequest) =>
  JSON.stringify([organizationId, limit, position?.createdAt, position?.id]);

// The row comparison lets the index scan start at the page.
const statement = `
  SELECT request.page::int, found.*
  FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::uuid[]) WITH ORDINALITY
    AS request (organization_id, maximum, created_at, id, page)
  CROSS JOIN LATERAL (
    SELECT ${selectList(listedFields)} FROM api_keys
    WHERE api_keys.organization_id = request.organization_id
      AND (api_keys.created_at, api_keys.id)
        < (request.created_at, coalesce(request.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY api_keys.created_at DESC, api_keys.id DESC LIMIT request.maximum) found
  ORDER BY request.page, found."createdAt" DESC, found.id DESC`;

/** The keys of the caller's organization in the caller's tier. Creating and rotating are in `ApiKeyIssuer`. */
@Injectable()
export class ApiKeys {
  private readonly pages = perTier(
    (tier) => new Batch((requests: readonly KeyPageRequest[]) => readKeyPages(this.databases.sql(tier), requests)),
  );

  constructor(
    private readonly databases: Databases,
    private readonly cache: IdentityCache,
    private readonly cursors: CursorCodec,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, { limit, cursor }: PageQuery): Promise<Reply<ApiKeyRecord[]>> {
    const list = listOf('api-keys', caller);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const { organizationId } = caller;
    const rows = await this.pages[caller.tier].submit({ organizationId, limit: limit + 1, position });
    const now = this.clock.now();
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: (row) => toRecord(row, now) });
  }

  async revoke(caller: Caller, keyId: string): Promise<RevokedApiKey> {
    const key = await this.find(caller, keyId);
    const revokedAt = this.clock.now();
    const revoked = await this.databases.for(caller.tier).$transaction(async (tx) => {
      const where = { id: key.id, organizationId: caller.organizationId, revokedAt: null };
      const { count } = await tx.apiKey.updateMany({ where, data: { revokedAt } });
      if (count === 0) return false;
      await Audit.append(tx, caller, { action: 'api_key.revoked', subject: key.id, details: { name: key.name } });
      return true;
    });
    // Also if the key was already revoked: that process may have ended before it updated the cache.
    await this.cache.revoke(caller.tier, hashOf(key));
    if (!revoked) throw new AppError('api_key_already_revoked');
    return { key_id: key.id, status: 'revoked', revoked_at: revokedAt.toISOString() };
  }

  /**
   * Revokes several keys of an organization in the transaction of the caller. Resolves when all processes reject the keys. The tombstones
   * precede the commit, so that no crash leaves a revoked key in the cache. If the transaction fails, the keys work again when the
   * tombstones expire.
   */
  async revokeAll(
    tx: Transaction,
    tier: Tier,
    actor: Caller | (OtherActor & { organizationId: string }),
    { ids, reason }: { ids: readonly string[]; reason: string },
  ): Promise<void> {
    const keys = await tx.apiKey.updateManyAndReturn({
      where: { id: { in: [...ids] }, organizationId: actor.organizationId, revokedAt: null },
      data: { revokedAt: this.clock.now() },
      select: { id: true, hash: true, name: true },
    });
    const action = 'api_key.revoked' as const;
    const events = keys.map(({ id, name }) => ({ action, subject: id, details: { name, reason } }));
    if (events.length > 0) await Audit.append(tx, actor, ...events);
    await this.cache.revoke(tier, ...keys.map(hashOf));
  }

  /** Deletes cached identities after a plan change. */
  async forgetPlan(organizationId: string): Promise<void> {
    for (const tier of tiers) {
      const keys = await this.databases.for(tier).apiKey.findMany({
        where: { organizationId, revokedAt: null },
        select: { hash: true },
      });
      await this.cache.forget(tier, keys.map(hashOf));
    }
  }

  /** A key of another organization is treated as missing. */
  async find(caller: Caller, keyId: string) {
    const key = isUuid(keyId)
      ? await this.databases.for(caller.tier).apiKey.findFirst({
          where: { id: keyId, organizationId: caller.organizationId },
        })
      : null;
    if (!key) throw new AppError('api_key_not_found');
    return key;
  }
}

/** The hash of a key in the names of cached identities. */
export const hashOf = ({ hash }: Pick<ApiKey, 'hash'>) => Buffer.from(hash).toString('hex');

/** Throws if the caller does not have one of the scopes itself: a key never gives more than its creator has. */
export function rejectUngrantable(caller: Caller, scopes: readonly string[]): void {
  const required_scope = missingScope(scopes, caller.scopes);
  if (required_scope !== undefined) throw new AppError('insufficient_scope', { required_scope });
}

/** The first of the scopes that `granted` does not contain. */
function missingScope(scopes: readonly string[], granted: readonly string[]): PublicScope | undefined {
  const isMissing = (scope: string): scope is PublicScope => !granted.includes(scope);
  return granted.includes(wildcardScope) ? undefined : scopes.find(isMissing);
}

/** Whether a key or a link gives more than `granted`. */
export const exceedsScopes = (scopes: readonly string[], granted: readonly string[]): boolean =>
  missingScope(scopes, granted) !== undefined;

/** The tier of a new key. An API key can create keys only in its own tier. A session chooses with `is_test`. */
export function tierForNewKey(caller: Caller, isTest: boolean): Tier {
  const tier = isTest ? 'sandbox' : 'live';
  if (caller.method === 'api_key' && tier !== caller.tier) {
    const message = `\`is_test\` must be ${caller.tier === 'sandbox'} for an API key of the ${caller.tier} tier (\`meta.tier\`). Change it, or use a key of the ${tier} tier.`;
    throw new AppError('tier_mismatch', { tier: caller.tier }).withMessage(message);
  }
  return tier;
}
