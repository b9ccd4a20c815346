import type { Factor } from '../../definition/product.schema.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../../model/linear-model.js';
import { shapeOf } from '../../model/products/shape.js';

/** Equation of the terms that are the same in all periods. One equation per period follows it. */
export const sharedEquation = 'always';

/**
 * Expands a one-equation model that reads the state `period` into a model without states: one equation for the terms that are the same in all
 * periods, and one equation per period for the other terms. The predictor of a period is the sum of the two. Constant terms are thus evaluated
 * once, and the shared code for explanations and parameter changes applies.
 */
export function expandPeriods(model: LinearModel, periods: number): LinearModel {
  const [equation] = model.equations as readonly [string];
  const numbers = Array.from({ length: periods }, (_, k) => k + 1);
  const nameOf = (period: number) => `period_${period}`;
  return {
    ...model,
    equations: [sharedEquation, ...numbers.map(nameOf)],
    variables: model.variables.flatMap((variable) => {
      const factors = variable.equations[equation]!;
      return factors.some(isTimeVarying) ? [] : [{ ...variable, equations: { [sharedEquation]: factors } }];
    }),
    terms: model.terms.flatMap((term): LinearTerm[] => {
      const expanded = expandFactors(model, term, equation);
      if (!expanded.some(isTimeVarying)) return [{ ...term, equations: [sharedEquation] }];
      return numbers.flatMap((period) => {
        const factors = expanded.map((factor) => factorInPeriod(factor, period));
        const isZero = factors.some((factor) => 'constant' in factor && factor.constant === 0);
        return isZero ? [] : [{ ...term, equations: [nameOf(period)], factors }];
      });
    }),
  };
}

function isTimeVarying(factor: Factor): boolean {
  return 'state' in factor || ('indicator' in factor && 'state' in factor.indicator);
}

/** A factor with the state `period` replaced by its value. */
function factorInPeriod(factor: Factor, period: number): Factor {
  if ('state' in factor) return { constant: shapeOf(factor)(period) };
  if (!('indicator' in factor) || !('state' in factor.indicator)) return factor;
  const { at_least: low = -Infinity, at_most: high = Infinity } = factor.indicator;
  return { constant: Number(period >= low && period <= high) };
}
