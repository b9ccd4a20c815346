import type { States } from '../../../model/products/evaluate-products.js';
import type { Coefficients } from '../../../model/compile-equations.js';
import { tasteState } from '../../../model/linear-model.js';
import type { CompiledTaste, CompiledTastes } from './compile-tastes.js';
import { exp } from '../../../math/elementary.js';

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

/** Computes one coefficient of each agent and writes it into `out`. */
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
