import type { WorkflowDefinition } from '../../engine/definition.js';

/** The decision as a single choice: the rows of the data are single choices after an observed last one, so fits do not depend on the periods. */
export function ofOneChoice<Document extends object>(document: Document): Document {
  const { decision } = document as { decision?: unknown };
  if (typeof decision !== 'object' || decision === null || !('periods' in decision) || !('alternatives' in decision))
    return document;
  const once = Object.entries(decision).filter(([field]) => field !== 'periods');
  return { ...document, decision: Object.fromEntries(once) as unknown };
}

/** Id of the attribute with the last choice of a decision with periods. */
export function lastChoiceOf({ decision }: Pick<WorkflowDefinition, 'decision'>): string | undefined {
  return decision.family === 'conditional_logit' ? decision.periods?.last_choice : undefined;
}
