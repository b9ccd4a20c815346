import type { Simulation } from '../../platform/database/generated/client.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { AdjustmentsRecord } from './adjustment.schema.js';

/** A published workflow, one with an adjusted definition, or a draft. */
export interface AdjustedWorkflow extends Workflow {
  /** Set if the definition is adjusted. */
  adjustments?: NonNullable<AdjustmentsRecord>;
  /** The plan of a run that makes the workflow from a dataset. Set if the definition has placeholders in place of estimates. */
  draft?: object;
}

/** Digest of the published definition of a simulation, before adjustments. */
export function publishedDigest({
  adjustments,
  definitionDigest,
}: Pick<Simulation, 'adjustments' | 'definitionDigest'>): string {
  return (adjustments as AdjustmentsRecord | null)?.published_digest ?? definitionDigest;
}

/** Stores a definition that is not published, so that workers and later reads find it. Published definitions are stored already. */
export async function storeUnpublished(sql: Sql, workflow: AdjustedWorkflow): Promise<void> {
  const { definition, digest, adjustments, draft } = workflow;
  if (!adjustments && !draft) return;
  await sql.query({
    name: 'insert unpublished definition',
    text: 'INSERT INTO workflow_definitions (digest, definition) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [digest, JSON.stringify(definition)],
  });
}
