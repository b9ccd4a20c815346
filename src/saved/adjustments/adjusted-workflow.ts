import type { Simulation } from '../../platform/database/generated/client.js';
import { insertFor, type Insert } from '../../platform/database/insert-all.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { AdjustmentsRecord } from './adjustment.schema.js';

/** A published workflow, one with an adjusted definition, or a draft. */
export interface AdjustedWorkflow extends Workflow {
  /** Set if the definition is adjusted. */
  adjustments?: NonNullable<AdjustmentsRecord>;
  /** Set if the definition has placeholders in place of the estimates of a fit. */
  isDraft?: true;
}

/** Digest of the published definition of a simulation, before adjustments. */
export function publishedDigest({
  adjustments,
  definitionDigest,
}: Pick<Simulation, 'adjustments' | 'definitionDigest'>): string {
  return (adjustments as AdjustmentsRecord | null)?.published_digest ?? definitionDigest;
}

/** Stores a definition that is not published, so that workers and later reads find it. Published definitions are stored already. */
export function unpublishedDefinition(from: string, name: string, workflow: AdjustedWorkflow): Insert[] {
  const { definition, digest, adjustments, isDraft } = workflow;
  if (!adjustments && !isDraft) return [];
  const insert = insertFor(from, name, 'workflow_definitions', { digest, definition: JSON.stringify(definition) });
  return [{ ...insert, text: `${insert.text} ON CONFLICT DO NOTHING` }];
}
