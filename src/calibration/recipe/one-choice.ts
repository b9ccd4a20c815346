/**
 * The decision as a single choice: the rows of the data are single choices after an observed last one, so fits and held-out results do not
 * depend on the periods of a simulation.
 */
export function ofOneChoice<Document extends object>(document: Document): Document {
  const { decision } = document as { decision?: unknown };
  if (typeof decision !== 'object' || decision === null || !('periods' in decision) || !('alternatives' in decision))
    return document;
  const once = Object.entries(decision).filter(([field]) => field !== 'periods');
  return { ...document, decision: Object.fromEntries(once) as unknown };
}
