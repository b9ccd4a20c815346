import type { Sql } from '../../platform/database/sql.js';
import { deleteAgentsOf, samplesOnlyOf } from '../../workflows/respondent-samples.js';

/** Deleted datasets, and the number of results that lost their agents. */
export interface DeletedDatasets {
  /** Keys of the cells in the bucket; null if the database had them. */
  readonly contentKeys: readonly (string | null)[];
  readonly results: number;
}

/**
 * Deletes datasets of an organization with all copies of their rows: the rows that fits use as agents, and the agents of completed
 * simulations. Ids of other organizations are ignored. Run it in a transaction.
 */
export async function deleteDatasets(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<DeletedDatasets> {
  const samples = await samplesOnlyOf(sql, organizationId, ids);
  const { rows } = await sql.query<{ contentKey: string | null }>(
    'DELETE FROM datasets WHERE id = ANY($1) AND organization_id = $2 RETURNING content_key AS "contentKey"',
    [ids, organizationId],
  );
  const results = await deleteAgentsOf(sql, organizationId, samples);
  return { contentKeys: rows.map(({ contentKey }) => contentKey), results };
}
