import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';

/** The outcomes and outcome groups of a workflow with their names. */
export function namedShares({
  decision,
  outcome_groups: groups = [],
}: WorkflowDefinition): { id: string; label: string }[] {
  return [...familyOf(decision).outcomes(decision), ...groups].map(({ id, label }) => ({ id, label }));
}
