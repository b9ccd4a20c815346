import type { People } from '../../model/definition.js';
import { turnFor } from '../common/event-loop-turns.js';
import { decompressText } from '../common/compression.js';
import type { Sql } from '../platform/database/sql.js';

/** Rows of the respondents of a fit: canonical digest, and JSON compressed with gzip. */
export interface RespondentSample {
  readonly digest: string;
  readonly content: Uint8Array;
}

/**
 * Stores the rows of a fit, which are deleted with its dataset. Repeating it changes nothing. Stores nothing if the dataset was deleted: the
 * workflow of the fit can then not be published.
 */
export async function saveSample(
  sql: Sql,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
  { digest, content }: RespondentSample,
): Promise<void> {
  await sql.query(
    `INSERT INTO respondent_samples (dataset_id, digest, organization_id, content, created_at)
     SELECT id, $2, organization_id, $3, now() FROM datasets WHERE id = $1 AND organization_id = $4 FOR KEY SHARE
     ON CONFLICT DO NOTHING`,
    [datasetId, digest, Buffer.from(content), organizationId],
  );
}

export async function hasSample(sql: Sql, organizationId: string, digest: string): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'has respondent sample',
    text: 'SELECT FROM respondent_samples WHERE organization_id = $1 AND digest = $2 LIMIT 1',
    values: [organizationId, digest],
  });
  return rows.length > 0;
}

/** The rows of an organization; undefined if their datasets were deleted. */
export async function readSample(sql: Sql, organizationId: string, digest: string): Promise<People | undefined> {
  const { rows } = await sql.query<{ content: Buffer }>({
    name: 'respondent sample',
    text: 'SELECT content FROM respondent_samples WHERE organization_id = $1 AND digest = $2 LIMIT 1',
    values: [organizationId, digest],
  });
  const [row] = rows;
  if (!row) return undefined;
  await turnFor(row.content.length);
  return JSON.parse(decompressText(row.content).toString()) as People;
}

/** Digests of the rows that only these datasets of the organization have: no row is stored after their deletion. */
export async function samplesOnlyOf(
  sql: Sql,
  organizationId: string,
  datasetIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql.query<{ digest: string }>(
    `SELECT DISTINCT digest FROM respondent_samples sample
     WHERE dataset_id = ANY($1) AND organization_id = $2 AND NOT EXISTS (
       SELECT FROM respondent_samples other
       WHERE other.organization_id = $2 AND other.digest = sample.digest AND NOT other.dataset_id = ANY($1))`,
    [datasetIds, organizationId],
  );
  return rows.map(({ digest }) => digest);
}

/**
 * Deletes the agents of results whose agents are rows of these samples. Results keep their statistics, as after the retention period. Call it
 * after the samples were deleted, in the same transaction: a run that completes then waits, and stores no agents.
 */
export async function deleteAgentsOf(sql: Sql, organizationId: string, digests: readonly string[]): Promise<number> {
  if (digests.length === 0) return 0;
  const { rowCount } = await sql.query(
    `DELETE FROM simulation_results USING simulations, workflow_definitions
     WHERE simulation_id = simulations.id AND organization_id = $1
       AND definition_digest = workflow_definitions.digest
       AND definition #>> '{population,sample,digest}' = ANY($2)`,
    [organizationId, digests],
  );
  return rowCount ?? 0;
}
