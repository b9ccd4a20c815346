import { ENGINE_VERSION } from '../../../model/definition.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ResultRow } from '../results/store/result-store.js';
import { statusesBefore } from '../run.state.js';
import type { EncodedSummary } from '../stored-summary.js';
import type { Run } from './simulation-claims.service.js';

/** A run whose files are saved. */
export interface FinishedRun extends EncodedSummary {
  run: Run;
  digest: string;
  stored: ResultRow;
  /** Digest of the rows that the agents are; null for synthetic agents. */
  sample: string | null;
}

/**
 * Writes status, results and outbox message of several runs, all or none. There is a message only if a webhook can receive the event; most
 * simulations have none. Only simulations that the runs still own are changed, and their ids are returned. All files and summaries are one
 * parameter, cut with `substring`: the driver sends a single value as bytes, but an array of values as escaped text.
 */
const statement = `
  WITH output AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[],
                         $11::int[], $12::int[], $13::int[], $16::text[])
      AS output (id, attempt, digest, agents_key, events_key, summary_from, summary_bytes, details_from, details_bytes,
                 agents_from, agents_bytes, events_from, events_bytes, sample)
  ), owned AS (
    -- In the order in which a cancellation locks them.
    SELECT id FROM simulations WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE
  ), completed AS (
    UPDATE simulations
    SET status = 'completed', completed_at = now(), agents_done = agent_count, digest = output.digest,
        summary = convert_from(substring($15::bytea FROM summary_from FOR summary_bytes), 'UTF8')::json,
        summary_details = substring($15::bytea FROM details_from FOR details_bytes),
        engine_version = $14, lease_expires_at = NULL
    FROM output JOIN owned USING (id)
    WHERE simulations.id = output.id AND simulations.attempt = output.attempt
      AND status IN (${statusesBefore('completed')
        .map((status) => `'${status}'`)
        .join()})
    RETURNING simulations.id, organization_id, webhook_url, parent_id,
              agents_key, events_key, agents_from, agents_bytes, events_from, events_bytes, sample
  ), results AS (
    INSERT INTO simulation_results (simulation_id, agents, agents_key, events, events_key, created_at)
    SELECT id, substring($15::bytea FROM agents_from FOR agents_bytes), agents_key,
           substring($15::bytea FROM events_from FOR events_bytes), events_key, now()
    FROM completed WHERE (agents_from IS NOT NULL OR agents_key IS NOT NULL)
      -- Not the agents of a dataset that was deleted during the run. The lock waits for a deletion.
      AND (sample IS NULL OR EXISTS (
        SELECT FROM respondent_samples
        WHERE respondent_samples.organization_id = completed.organization_id AND digest = sample FOR KEY SHARE))
  ), messages AS (
    INSERT INTO outbox_messages (kind, payload)
    SELECT 'simulation.finished', jsonb_build_object('simulation_id', id) FROM completed
    WHERE webhook_url IS NOT NULL OR parent_id IS NOT NULL
       OR EXISTS (SELECT FROM webhook_endpoints WHERE webhook_endpoints.organization_id = completed.organization_id)
  )
  SELECT id FROM completed`;

const filesPerRun = 4;
const filesOf = ({ summary, summaryDetails, stored: { agents, events } }: FinishedRun) => [
  summary,
  summaryDetails,
  agents,
  events,
];

/** Larger statements could take longer than their timeout, again after each retry. */
const maxStatementBytes = 16 * 1024 * 1024;

/** Splits runs so that the files of each part fit into one statement. A run that is too large has its own. */
export function inStatements(finished: readonly FinishedRun[]): FinishedRun[][] {
  const parts: FinishedRun[][] = [];
  let bytes = 0;
  for (const run of finished) {
    const own = filesOf(run).reduce((sum, file) => sum + (file?.length ?? 0), 0);
    if (parts.length === 0 || bytes + own > maxStatementBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(run);
    bytes += own;
  }
  return parts;
}

/** Completes runs in one transaction. Returns for each run whether it still owned its simulation. */
export async function completeRuns(sql: Sql, finished: readonly FinishedRun[]): Promise<boolean[]> {
  const files = joinFiles(finished.flatMap(filesOf));
  const placesOf = (file: number) => finished.map((_, run) => files.places[run * filesPerRun + file]);
  const { rows } = await sql.query<{ id: string }>({
    name: 'complete runs',
    text: statement,
    values: [
      finished.map(({ run }) => run.simulation.id),
      finished.map(({ run }) => run.simulation.attempt),
      finished.map(({ digest }) => digest),
      finished.map(({ stored }) => stored.agentsKey),
      finished.map(({ stored }) => stored.eventsKey),
      ...Array.from({ length: filesPerRun }, (_, file) => placesOf(file)).flatMap((places) => [
        places.map((place) => place?.from ?? null),
        places.map((place) => place?.bytes ?? null),
      ]),
      ENGINE_VERSION,
      files.joined,
      finished.map(({ sample }) => sample),
    ],
  });
  const completed = new Set(rows.map(({ id }) => id));
  return finished.map(({ run }) => completed.has(run.simulation.id));
}

/** Joins the files. The place of each file counts from 1, as `substring` does; it is null if there is no file. */
function joinFiles(files: readonly (Uint8Array | null)[]) {
  let next = 1;
  const places = files.map((file) => {
    if (!file) return null;
    const from = next;
    next += file.length;
    return { from, bytes: file.length };
  });
  return { places, joined: Buffer.concat(files.filter((file) => file !== null)) };
}
