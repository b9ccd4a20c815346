import type { RelativeDerivative } from '../../../transcript/reasons/effects.js';
import type { LinearModel } from '../../../model/linear-model.js';
import type { CompiledTastes, TasteSource } from './compile-tastes.js';
import { log } from '../../../math/elementary.js';

/**
 * Makes a function that returns the derivatives of an agent's individual coefficient by the mean and the standard deviation of its
 * distribution, at the agent's random draw. Coefficients of a latent class have one derivative.
 *
 * @returns derivatives for one coefficient of the terms, given the agent's class and its individual value of the coefficient
 */
export function ownDerivativeFunction(
  { tastes }: CompiledTastes,
  { coefficients }: LinearModel,
): (coefficient: number, ownClass: number, value: number) => RelativeDerivative[] {
  const byPosition = new Map(
    tastes.map((taste) => [coefficients.findIndex(({ id }) => id === taste.coefficient), taste.sources] as const),
  );
  const estimateAt = (position: number) => coefficients[position]!.estimate;
  return (coefficient, ownClass, value) => {
    const source = byPosition.get(coefficient)![ownClass]!;
    // A coefficient of 0 contributes nothing, so its derivatives do not matter.
    return value === 0 ? [] : derivativesOf(source, value, estimateAt);
  };
}

function derivativesOf(
  { mean, spread, slot, sign }: TasteSource,
  value: number,
  estimateAt: (position: number) => number,
): RelativeDerivative[] {
  const ofMean = { coefficient: mean, value: sign === 0 ? 1 / value : 1 };
  if (slot < 0) return [ofMean];
  const deviation = estimateAt(spread);
  const distance = (sign === 0 ? value : log(Math.abs(value))) - estimateAt(mean);
  const draw = deviation === 0 ? 0 : distance / deviation;
  return [ofMean, { coefficient: spread, value: draw * ofMean.value }];
}
