import type { RelativeDerivative } from '../../../transcript/reasons/effects.js';
import type { LinearModel } from '../../../model/linear-model.js';
import type { CompiledTastes } from './compile-tastes.js';
import { log } from '../../../math/elementary.js';

/**
 * Makes a function that returns the derivatives of an agent's individual coefficient by the mean and the loadings of its distribution, at the
 * agent's random draw. Coefficients of a latent class have one derivative.
 *
 * @returns derivatives for one coefficient of the terms, given the agent's class and its individual values, by position of the coefficient
 */
export function ownDerivativeFunction(
  { tastes }: CompiledTastes,
  { coefficients }: LinearModel,
): (coefficient: number, ownClass: number, valueAt: (coefficient: number) => number) => RelativeDerivative[] {
  const sourcesOf = new Map(tastes.map(({ position, sources }) => [position, sources] as const));
  const estimateAt = (position: number) => coefficients[position]!.estimate;
  return (coefficient, ownClass, valueAt) => {
    const { mean, loadings, sign } = sourcesOf.get(coefficient)![ownClass]!;
    const value = valueAt(coefficient);
    // A coefficient of 0 contributes nothing, so its derivatives do not matter.
    if (value === 0) return [];
    const byX = sign === 0 ? 1 / value : 1;
    const draws = drawsOf(tastes, ownClass, estimateAt, valueAt);
    return [
      { coefficient: mean, value: byX },
      ...loadings.map(({ coefficient: loading, slot }) => ({ coefficient: loading, value: draws.get(slot)! * byX })),
    ];
  };
}

/** Standard numbers of an agent by slot, from its coefficients: each coefficient has its own number and numbers of earlier ones. */
function drawsOf(
  tastes: CompiledTastes['tastes'],
  ownClass: number,
  estimateAt: (position: number) => number,
  valueAt: (coefficient: number) => number,
): ReadonlyMap<number, number> {
  const draws = new Map<number, number>();
  for (const { position, sources } of tastes) {
    const { mean, loadings, sign } = sources[ownClass]!;
    const [own, ...others] = loadings;
    if (!own) continue;
    const value = valueAt(position);
    const x = sign === 0 ? value : log(Math.abs(value));
    const distance = others.reduce(
      (rest, { coefficient, slot }) => rest - estimateAt(coefficient) * draws.get(slot)!,
      x,
    );
    const spread = estimateAt(own.coefficient);
    draws.set(own.slot, spread === 0 ? 0 : (distance - estimateAt(mean)) / spread);
  }
  return draws;
}
