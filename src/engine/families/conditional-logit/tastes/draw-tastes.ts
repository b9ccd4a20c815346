import type { States } from '../../../model/products/evaluate-products.js';
import { fillNumbers, streamPurposes } from '../../../random/stream.js';
import type { Coefficients } from '../../../model/compile-equations.js';
import { tasteState } from '../../../model/linear-model.js';
import type { CompiledTaste, CompiledTastes } from './compile-tastes.js';
import type { Situation } from '../../../population/situation.js';
import { exp } from '../../../math/elementary.js';

const classStep = 1;

/** Draws the class of each agent: the class with the greatest log odds plus a Gumbel error, so that shares follow the log odds. */
export function drawClasses(tastes: CompiledTastes, values: Coefficients, { key, from, to }: Situation): Uint8Array {
  const count = to - from;
  const logOdds = logOddsOf(tastes, values);
  const classes = new Uint8Array(count);
  if (logOdds.length === 1) return classes;
  const errors = new Float64Array(logOdds.length * count);
  fillNumbers('gumbel', key, streamPurposes.taste, classStep, logOdds.length, from, to, errors);
  for (let row = 0; row < count; row++) {
    let best = -Infinity;
    for (let k = 0; k < logOdds.length; k++) {
      const score = logOdds[k]! + errors[k * count + row]!;
      if (score > best) {
        best = score;
        classes[row] = k;
      }
    }
  }
  return classes;
}

/** Share of each class. */
export function classShares(tastes: CompiledTastes, values: Coefficients): Float64Array {
  const weights = logOddsOf(tastes, values).map(exp);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Log odds of each class; 0 for the first. */
function logOddsOf({ logOdds }: CompiledTastes, values: Coefficients): Float64Array {
  return Float64Array.from(logOdds, (position) => (position < 0 ? 0 : values[position]!));
}

/**
 * Coefficients of each agent, as states that the equations read.
 *
 * @param numbers result of `drawStandardNumbers`
 * @param classes class of each agent
 */
export function ownCoefficients(
  { tastes }: CompiledTastes,
  values: Coefficients,
  numbers: Float64Array,
  classes: Uint8Array,
): States {
  return Object.fromEntries(
    tastes.map((taste) => {
      const own = new Float64Array(classes.length);
      fillCoefficients(taste, values, numbers, classes, own);
      return [tasteState(taste.coefficient), own];
    }),
  );
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
  sources.forEach(({ mean, loadings, sign }, k) => {
    for (let row = 0; row < count; row++) {
      if (classes[row] !== k) continue;
      let x = values[mean]!;
      for (const { coefficient, slot } of loadings) x += values[coefficient]! * numbers[slot * count + row]!;
      out[row] = sign === 0 ? x : sign * exp(x);
    }
  });
}
