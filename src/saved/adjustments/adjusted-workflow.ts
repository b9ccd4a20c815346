import type { Simulation } from '../../platform/database/generated/client.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { AdjustmentsRecord } from './adjustment.schema.js';

/** A published workflow, or one with an adjusted definition. */
export interface AdjustedWorkflow extends Workflow {
  /** Set if the definition is adjusted. */
  adjustments?: NonNullable<AdjustmentsRecord>;
}

/** Digest of the published definition of a simulation, before adjustments. */
export function publishedDigest({
  adjustments,
  definitionDigest,
}: Pick<Simulation, 'adjustments' | 'definitionDigest'>): string {
  return (adjustments as AdjustmentsRecord | null)?.published_digest ?? definitionDigest;
}

/** Stores an adjusted definition, so that workers and later reads find it. Published definitions are stored already. */
export async function storeAdjusted(sql: Sql, { definition, digest, adjustments }: AdjustedWorkflow): Promise<void> {
  if (!adjustments) return;
  await sql.query({
    name: 'insert adjusted definition',
    text: 'INSERT INTO workflow_definitions (digest, definition) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [digest, JSON.stringify(definition)],
  });
}
