/** The queued and running work in one tier's database, and the age of the oldest item in seconds. */
export interface Backlog {
  queued: number;
  queued_age: number;
  queued_cpu: number;
  running: number;
  outbox: number;
  outbox_age: number;
  deliveries: number;
  deliveries_age: number;
}

/** Estimated CPU seconds of a worker: for a run of any size, and for each of its agents. Measured with `npm run bench -- simulation`. */
const cpuPerRun = 0.02;
const cpuPerAgent = 4e-6;

export const backlogQuery = `
  SELECT
    (SELECT count(*) FROM simulations WHERE status = 'queued' AND child_count IS NULL)::int AS queued,
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM simulations WHERE status = 'queued' AND child_count IS NULL)::float8 AS queued_age,
    (SELECT coalesce(sum((CASE WHEN parent_id IS NULL THEN cost ELSE 1 END) * (${cpuPerRun} + ${cpuPerAgent} * agent_count)), 0) FROM simulations WHERE status = 'queued' AND child_count IS NULL)::float8 AS queued_cpu,
    (SELECT count(*) FROM simulations WHERE status = 'running')::int AS running,
    (SELECT count(*) FROM outbox_messages)::int AS outbox,
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM outbox_messages)::float8 AS outbox_age,
    (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')::int AS deliveries,
    (SELECT greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)) FROM webhook_deliveries
     WHERE status = 'pending' AND lane NOT IN (SELECT lane FROM webhook_holds WHERE until > now()))::float8 AS deliveries_age`;
