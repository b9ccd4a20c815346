import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import { databaseTime } from '../../platform/database/database-time.js';
import type { Transaction } from '../../platform/database/databases.service.js';
import type { MagicLinkToken } from '../../platform/database/generated/client.js';
import { insert, type Sql } from '../../platform/database/sql.js';

/** Sign-in links are valid for this time. */
export const validMinutes = 15;

export function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(token));
}

export interface NewLink {
  token: string;
  email: string;
  /** Requested names of a new account. */
  name?: string | undefined;
  organization_name?: string | undefined;
  /** By the clock of the database. Older links of the address end. */
  createdAt: Date;
  expiresAt: Date;
}

export async function writeLink(sql: Sql, { token, email, name, organization_name, createdAt, expiresAt }: NewLink) {
  await insert(sql, 'magic_link_tokens', {
    hash: hashOf(token),
    email,
    name: name ?? null,
    organization_name: organization_name ?? null,
    created_at: createdAt,
    expires_at: expiresAt,
  });
}

/** Returns the link if it is valid: not used, not expired, and the newest of its address. */
export async function findLink(tx: Transaction, token: string): Promise<MagicLinkToken | undefined> {
  const now = await databaseTime(tx);
  const where = { hash: hashOf(token), consumedAt: null, expiresAt: { gt: now } };
  const link = await tx.magicLinkToken.findFirst({ where });
  return link && !(await hasNewer(tx, link)) ? link : undefined;
}

/**
 * Uses up the link. Throws {@link AppError} if it is not valid, which must roll back the transaction. One conditional update, so that only
 * one of many concurrent requests can use it.
 */
export async function consumeLink(tx: Transaction, token: string): Promise<MagicLinkToken> {
  const now = await databaseTime(tx);
  const [link] = await tx.magicLinkToken.updateManyAndReturn({
    where: { hash: hashOf(token), consumedAt: null, expiresAt: { gt: now } },
    data: { consumedAt: now },
  });
  if (!link || (await hasNewer(tx, link))) throw new AppError('magic_link_invalid');
  return link;
}

async function hasNewer(tx: Transaction, { email, createdAt }: MagicLinkToken): Promise<boolean> {
  const where = { email, createdAt: { gt: createdAt } };
  return (await tx.magicLinkToken.findFirst({ where, select: { hash: true } })) !== null;
}
