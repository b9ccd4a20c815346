import { type Factor } from '../../definition/product.schema.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../../model/linear-model.js';
import { shapeOf } from '../../model/products/shape.js';

/** The equation of what is the same in all periods; those of what is not follow it, one for each period. */
export const ALWAYS = 'always';

/**
 * A model of one equation that reads the period, as one that does not: an equation for what is the same in all periods, and one for each
 * period for the rest. The predictor of a period is the sum of the two. So nothing is computed once for each period that need not be, and
 * all that explains and turns equations holds for this model as well.
 */
export function unroll(model: LinearModel, periods: number): LinearModel {
  const [equation] = model.equations as readonly [string];
  const numbers = Array.from({ length: periods }, (_, k) => k + 1);
  const nameOf = (period: number) => `period_${period}`;
  return {
    ...model,
    equations: [ALWAYS, ...numbers.map(nameOf)],
    variables: model.variables.flatMap((variable) => {
      const factors = variable.equations[equation]!;
      return factors.some(isMoving) ? [] : [{ ...variable, equations: { [ALWAYS]: factors } }];
    }),
    terms: model.terms.flatMap((term): LinearTerm[] => {
      const expanded = expandFactors(model, term, equation);
      if (!expanded.some(isMoving)) return [{ ...term, equations: [ALWAYS] }];
      return numbers.flatMap((period) => {
        const factors = expanded.map((factor) => settled(factor, period));
        const isNothing = factors.some((factor) => 'constant' in factor && factor.constant === 0);
        return isNothing ? [] : [{ ...term, equations: [nameOf(period)], factors }];
      });
    }),
  };
}

function isMoving(factor: Factor): boolean {
  return 'state' in factor || ('indicator' in factor && 'state' in factor.indicator);
}

/** A factor as it is in one period. */
function settled(factor: Factor, period: number): Factor {
  if ('state' in factor) return { constant: shapeOf(factor)(period) };
  if (!('indicator' in factor) || !('state' in factor.indicator)) return factor;
  const { at_least: low = -Infinity, at_most: high = Infinity } = factor.indicator;
  return { constant: Number(period >= low && period <= high) };
}
