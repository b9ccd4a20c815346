import { type States } from '../../../model/products/evaluate-products.js';
import { gumbelFromUniform } from '../../../random/gumbel.js';
import { normalQuantile } from '../../../math/normal.js';
import { fillUniforms, streamPurposes } from '../../../random/stream.js';
import { type Coefficients } from '../../../model/compile-equations.js';
import { tasteState } from '../../../model/linear-model.js';
import { type CompiledTaste, type CompiledTastes } from './compile-tastes.js';
import { type Situation } from '../../../population/situation.js';

const normalsStep = 0;
const classStep = 1;

/**
 * Each agent's standard normals, `[slot * count + row]`. They are who the agent is: the same under any scenario, any coefficients and in any
 * replicate.
 */
export function drawNormals({ normals }: CompiledTastes, { key, from, to }: Situation): Float64Array {
  const values = new Float64Array(normals * (to - from));
  fillUniforms(key, streamPurposes.taste, normalsStep, normals, from, to, values);
  for (let k = 0; k < values.length; k++) values[k] = normalQuantile(values[k]!);
  return values;
}

/** The class of each agent: the one of greatest log odds plus a Gumbel number, so that classes have the shares that their log odds say. */
export function drawClasses(tastes: CompiledTastes, values: Coefficients, { key, from, to }: Situation): Uint8Array {
  const count = to - from;
  const logOdds = logOddsOf(tastes, values);
  const classes = new Uint8Array(count);
  if (logOdds.length === 1) return classes;
  const uniforms = new Float64Array(logOdds.length * count);
  fillUniforms(key, streamPurposes.taste, classStep, logOdds.length, from, to, uniforms);
  for (let row = 0; row < count; row++) {
    let best = -Infinity;
    for (let k = 0; k < logOdds.length; k++) {
      const score = logOdds[k]! + gumbelFromUniform(uniforms[k * count + row]!);
      if (score > best) {
        best = score;
        classes[row] = k;
      }
    }
  }
  return classes;
}

/** The share of each class. */
export function classShares(tastes: CompiledTastes, values: Coefficients): Float64Array {
  const weights = logOddsOf(tastes, values).map(Math.exp);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function logOddsOf({ logOdds }: CompiledTastes, values: Coefficients): Float64Array {
  return Float64Array.from(logOdds, (position) => (position < 0 ? 0 : values[position]!));
}

/**
 * Each agent's own coefficients, as the states that the equations read.
 *
 * @param normals as `drawNormals` gives them
 * @param classes the class of each agent
 */
export function ownCoefficients(
  { tastes }: CompiledTastes,
  values: Coefficients,
  normals: Float64Array,
  classes: Uint8Array,
): States {
  return Object.fromEntries(
    tastes.map((taste) => {
      const own = new Float64Array(classes.length);
      fillOwn(taste, values, normals, classes, own);
      return [tasteState(taste.coefficient), own];
    }),
  );
}

function fillOwn(
  { sources }: CompiledTaste,
  values: Coefficients,
  normals: Float64Array,
  classes: Uint8Array,
  out: Float64Array,
): void {
  const count = out.length;
  sources.forEach(({ mean, spread, slot, sign }, k) => {
    const middle = values[mean]!;
    const deviation = slot < 0 ? 0 : values[spread]!;
    const first = slot < 0 ? 0 : slot * count;
    for (let row = 0; row < count; row++) {
      if (classes[row] !== k) continue;
      const x = slot < 0 ? middle : middle + deviation * normals[first + row]!;
      out[row] = sign === 0 ? x : sign * Math.exp(x);
    }
  });
}
