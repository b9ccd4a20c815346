import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { estimateOf, type LinearModel } from '../model/linear-model.js';
import { covarianceOf } from '../simulation/estimation-error.js';
import type { RatioEstimates } from './ratio-interval.js';
import type { AppliesTo, ClassCoefficients, Effect } from './trade-off-effects.js';

/** Weight of each coefficient of the model in an effect, for the agents of a variant. */
export function weightsOf(
  model: LinearModel,
  { terms, interactions }: Effect,
  { coefficientOf }: ClassCoefficients,
  appliesTo: AppliesTo | null,
  scale: number,
): Float64Array {
  const weights = new Float64Array(model.coefficients.length);
  const key = JSON.stringify(appliesTo);
  const additional = interactions.filter((one) => JSON.stringify(one.appliesTo) === key);
  for (const { coefficient, weight } of [...terms, ...additional]) {
    const position = model.coefficients.findIndex(({ id }) => id === coefficientOf(coefficient));
    weights[position] = weights[position]! + scale * weight;
  }
  return weights;
}

export function ratioEstimates(
  definition: WorkflowDefinition,
  model: LinearModel,
  [numerator, denominator]: readonly [Float64Array, Float64Array],
): RatioEstimates {
  const covariance = covarianceOf(definition, model.coefficients);
  const size = model.coefficients.length;
  const dot = (weights: Float64Array) =>
    weights.reduce(
      (sum, weight, k) => (weight === 0 ? sum : sum + weight * estimateOf(model, model.coefficients[k]!.id)),
      0,
    );
  const product = (left: Float64Array, right: Float64Array) =>
    left.reduce((sum, a, i) => sum + right.reduce((line, b, j) => line + a * b * covariance[i * size + j]!, 0), 0);
  return {
    numerator: dot(numerator),
    denominator: dot(denominator),
    numeratorVariance: product(numerator, numerator),
    denominatorVariance: product(denominator, denominator),
    covariance: product(numerator, denominator),
  };
}
