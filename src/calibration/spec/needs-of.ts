import { type Decision } from '../../engine/definition/definition.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import { expandFactors } from '../../engine/model/linear-model.js';
import { fitOf } from '../families/fit-of.js';

/** What a decision reads of a row, as names under `columns`; parameters have a default where the data do not vary them. */
export function needsOf(decision: Decision): Set<string> {
  const model = familyOf(decision).linear(decision);
  const factors = model.terms.flatMap((term) =>
    term.equations.flatMap((equation) => expandFactors(model, term, equation)),
  );
  const needed = factors.flatMap((factor) => {
    const asked = 'indicator' in factor ? factor.indicator : factor;
    if ('attribute' in asked) return [`attribute.${asked.attribute}`];
    if ('state' in asked) return [`state.${asked.state}`];
    return 'assignment' in asked ? [`assignment.${asked.assignment}`] : [];
  });
  return new Set([...needed, ...(fitOf(decision).needs?.(decision) ?? [])]);
}
