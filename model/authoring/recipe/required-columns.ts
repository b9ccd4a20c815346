import type { Decision } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { expandFactors } from '../../equations/linear-model.js';
import { fitOf } from '../../fitting/fit-of.js';

/**
 * Names under `columns` that a decision reads from each row. Parameters are not included, because they have a default.
 */
export function requiredColumnsOf(decision: Decision): Set<string> {
  const model = familyOf(decision).linear(decision);
  const factors = model.terms.flatMap((term) =>
    term.equations.flatMap((equation) => expandFactors(model, term, equation)),
  );
  const needed = factors.flatMap((factor) => {
    const source = 'indicator' in factor ? factor.indicator : factor;
    if ('attribute' in source) return [`attribute.${source.attribute}`];
    if ('state' in source) return [`state.${source.state}`];
    return 'assignment' in source ? [`assignment.${source.assignment}`] : [];
  });
  return new Set([...needed, ...(fitOf(decision).needs?.(decision) ?? [])]);
}
