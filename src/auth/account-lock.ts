import { sha256 } from '../common/crypto.js';
import type { Transaction } from '../platform/database/databases.service.js';

/** Until the transaction ends, no other transaction creates, verifies or erases an account with this email address. */
export async function lockAccount(tx: Transaction, email: string): Promise<void> {
  const lock = sha256(`account\n${email}`).readBigInt64BE();
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${lock})::text`;
}
