import { normalQuantile } from '../../../math/normal.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../../../random/stream.js';
import type { Situation } from '../../../population/situation.js';
import type { TasteDistribution } from '../conditional-logit.schema.js';

/**
 * Distribution of the standard number z of a random coefficient mean + spread · z: standard normal, uniform on (-1, 1), or symmetric triangular
 * on (-1, 1).
 */
export type StandardShape = 'normal' | 'uniform' | 'triangular';

/** The exponent of a log-normal coefficient is normal. */
export function standardShape(distribution: TasteDistribution): StandardShape {
  return distribution === 'log_normal' ? 'normal' : distribution;
}

/** Quantile of a standard number. */
export function standardNumber(shape: StandardShape, uniform: number): number {
  switch (shape) {
    case 'normal':
      return normalQuantile(uniform);
    case 'uniform':
      return 2 * uniform - 1;
    case 'triangular':
      return uniform < 0.5 ? Math.sqrt(2 * uniform) - 1 : 1 - Math.sqrt(2 * (1 - uniform));
  }
}

/** Step of the random stream of tastes. */
const numbersStep = 0;

/** Draws the standard numbers of each agent: `[slot * count + row]`. They are the same for every scenario, set of coefficients and replicate. */
export function drawStandardNumbers(shapes: readonly StandardShape[], { key, from, to }: Situation): Float64Array {
  const count = to - from;
  const values = new Float64Array(shapes.length * count);
  fillNumbers('uniform', key, streamPurposes.taste, numbersStep, shapes.length, from, to, values);
  shapes.forEach((shape, slot) => {
    const own = values.subarray(slot * count, (slot + 1) * count);
    if (shape === 'normal') convertToNormal(own);
    else for (let row = 0; row < count; row++) own[row] = standardNumber(shape, own[row]!);
  });
  return values;
}
