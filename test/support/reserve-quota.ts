import type { Caller } from '../../src/common/identity/caller.js';
import { insertAll } from '../../src/platform/database/in-batches.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { admitted } from '../../src/platform/idempotency/idempotency.service.js';
import type { Usage } from '../../src/usage/usage.service.js';

/** Reserves quota for simulations without inserting them. */
export async function reserveQuota(sql: Sql, usage: Usage, caller: Caller, takenAt: Date, count = 1): Promise<void> {
  const { insert, refusal } = usage.reservation(caller, takenAt, count, 'simulation');
  if (!(await insertAll(sql, insert.name, [admitted, insert]))) throw await refusal(sql);
}
