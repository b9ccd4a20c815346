import { sqlOf } from './sql-of.js';

/** Documented maximum: a lost run is requeued after this time. */
const maxLeaseMs = 15_000;

/**
 * Expires the leases of the runs that started before `before` (default: the start of this Postgres server), as if the time had passed.
 * Throws if a lease would have lasted longer than the documented maximum.
 */
export async function expireLeases(databaseUrl: string, before: Date | null = null): Promise<void> {
  const sql = sqlOf(databaseUrl);
  const [longest] = await sql<{ remaining_ms: string | null }>(`
    SELECT extract(epoch FROM max(lease_expires_at) - clock_timestamp()) * 1000 AS remaining_ms FROM simulations`);
  await sql(
    `UPDATE simulations SET lease_expires_at = now()
     WHERE status = 'running' AND started_at < coalesce($1, pg_postmaster_start_time())`,
    [before],
  );
  const remainingMs = Number(longest?.remaining_ms ?? 0);
  if (remainingMs > maxLeaseMs) throw new Error(`a lease would have lasted for ${remainingMs} ms more`);
}
