import { sha256 } from '../../common/crypto.js';
import { databaseTime } from '../../platform/database/database-time.js';
import type { Transaction } from '../../platform/database/databases.service.js';
import type { MagicLinkToken } from '../../platform/database/generated/client.js';
import { insert, type Sql } from '../../platform/database/sql.js';

/** Sign-in links are valid for this time. */
export const validMinutes = 15;

/** The hash under which a token is stored. */
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
  if (!link) return undefined;
  const { email, createdAt } = link;
  const newer = await tx.magicLinkToken.findFirst({
    where: { email, createdAt: { gt: createdAt } },
    select: { hash: true },
  });
  return newer ? undefined : link;
}

/** Uses up the link if it is valid. One conditional update, so that only one of many concurrent requests can use it. */
export async function consumeLink(tx: Transaction, token: string): Promise<MagicLinkToken | undefined> {
  const link = await findLink(tx, token);
  if (!link) return undefined;
  const where = { hash: link.hash, consumedAt: null };
  const { count } = await tx.magicLinkToken.updateMany({ where, data: { consumedAt: await databaseTime(tx) } });
  return count > 0 ? link : undefined;
}
