import pg from 'pg';

/** What the service promises: nobody waits longer for a worker that is gone. */
const longestLeaseMs = 15_000;

/**
 * Lets the time pass that the service gives to workers of which it hears nothing: those whose runs began before `before` are gone;
 * without it, those whose runs began before this Postgres was started.
 */
export async function endLeases(databaseUrl: string, before: Date | null = null): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ remaining_ms: string | null }>(`
    SELECT extract(epoch FROM max(lease_expires_at) - now()) * 1000 AS remaining_ms FROM simulations`);
  await db.query(
    `UPDATE simulations SET lease_expires_at = now()
     WHERE status = 'running' AND started_at < coalesce($1, pg_postmaster_start_time())`,
    [before],
  );
  await db.end();
  const remainingMs = Number(rows[0]?.remaining_ms ?? 0);
  if (remainingMs > longestLeaseMs) throw new Error(`a lease would have lasted for ${remainingMs} ms more`);
}
