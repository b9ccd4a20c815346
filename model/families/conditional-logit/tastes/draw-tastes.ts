import type { States } from '../../../equations/products/evaluate-products.js';
import type { Coefficients } from '../../../equations/compile-equations.js';
import { tasteState, type LinearModel } from '../../../equations/linear-model.js';
import type { CompiledTaste, CompiledTastes, TasteSource } from './compile-tastes.js';
import { exp, log } from '../../../math/elementary.js';
import type { RelativeDerivative } from '../../../transcript/reasons/effects.js';

/**
 * Coefficients of each agent, as states that the equations read.
 *
 * @param numbers result of `drawStandardNumbers`
 * @param classes class of each agent
 */
export function ownCoefficients(
  { tastes, money }: CompiledTastes,
  values: Coefficients,
  numbers: Float64Array,
  classes: Uint8Array,
): States {
  const states: Record<string, Float64Array> = {};
  for (const taste of tastes) {
    const own = new Float64Array(classes.length);
    fillCoefficients(taste, values, numbers, classes, own);
    states[tasteState(taste.coefficient)] = own;
  }
  if (money) {
    const sizes = states[tasteState(money.coefficient)]!.map(Math.abs);
    for (const { coefficient } of tastes) {
      if (coefficient === money.coefficient) continue;
      const own = states[tasteState(coefficient)]!;
      for (let row = 0; row < own.length; row++) own[row] = own[row]! * sizes[row]!;
    }
  }
  return states;
}

function fillCoefficients(
  { sources }: CompiledTaste,
  values: Coefficients,
  numbers: Float64Array,
  classes: Uint8Array,
  out: Float64Array,
): void {
  const count = out.length;
  // One pass over the agents for each loading: an inner loop over the loadings of each agent is slower.
  sources.forEach(({ mean, loadings, sign }, k) => {
    const location = values[mean]!;
    for (let row = 0; row < count; row++) if (classes[row] === k) out[row] = location;
    for (const { coefficient, slot } of loadings) {
      const loading = values[coefficient]!;
      const own = numbers.subarray(slot * count, (slot + 1) * count);
      for (let row = 0; row < count; row++) if (classes[row] === k) out[row] = out[row]! + loading * own[row]!;
    }
    if (sign === 0) return;
    for (let row = 0; row < count; row++) if (classes[row] === k) out[row] = sign * exp(out[row]!);
  });
}

/**
 * Makes a function that returns the derivatives of an agent's individual coefficient by the mean and the loadings of its distribution, at the
 * agent's random draw. Coefficients of a latent class have one derivative.
 *
 * @returns derivatives for one coefficient of the terms, given the agent's class and its individual values, by position of the coefficient
 */
export function ownDerivativeFunction(
  { tastes, money }: CompiledTastes,
  { coefficients }: LinearModel,
): (coefficient: number, ownClass: number, valueAt: (coefficient: number) => number) => RelativeDerivative[] {
  const sourcesOf = new Map(tastes.map(({ position, sources }) => [position, sources] as const));
  const estimateAt = (position: number) => coefficients[position]!.estimate;
  return (coefficient, ownClass, valueAt) => {
    const source = sourcesOf.get(coefficient)![ownClass]!;
    // A coefficient of 0 contributes nothing, so its derivatives do not matter.
    if (valueAt(coefficient) === 0) return [];
    const isMultiplied = money !== undefined && money.position !== coefficient;
    const own = (position: number) =>
      money === undefined || money.position === position
        ? valueAt(position)
        : valueAt(position) / Math.abs(valueAt(money.position));
    const draws = drawsOf(tastes, ownClass, estimateAt, own);
    const relative = ({ mean, loadings }: TasteSource, byX: number): RelativeDerivative[] => [
      { coefficient: mean, value: byX },
      ...loadings.map(({ coefficient: loading, slot }) => ({ coefficient: loading, value: draws.get(slot)! * byX })),
    ];
    return [
      ...relative(source, source.sign === 0 ? 1 / own(coefficient) : 1),
      ...(isMultiplied ? relative(money.sources[ownClass]!, 1) : []),
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
