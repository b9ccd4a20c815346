import { sqlOf } from './sql-of.js';

/** What the service promises: nobody waits longer for a worker that is gone. */
const longestLeaseMs = 15_000;

/**
 * Lets the time pass that the service gives to workers of which it hears nothing: those whose runs began before `before` are gone;
 * without it, those whose runs began before this Postgres was started.
 */
export async function endLeases(databaseUrl: string, before: Date | null = null): Promise<void> {
  const sql = sqlOf(databaseUrl);
  const [longest] = await sql<{ remaining_ms: string | null }>(`
    SELECT extract(epoch FROM max(lease_expires_at) - now()) * 1000 AS remaining_ms FROM simulations`);
  await sql(
    `UPDATE simulations SET lease_expires_at = now()
     WHERE status = 'running' AND started_at < coalesce($1, pg_postmaster_start_time())`,
    [before],
  );
  const remainingMs = Number(longest?.remaining_ms ?? 0);
  if (remainingMs > longestLeaseMs) throw new Error(`a lease would have lasted for ${remainingMs} ms more`);
}
