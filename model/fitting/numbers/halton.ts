import { philox4x32 } from '../../random/philox.js';
import { uniformFromWords } from '../../random/stream.js';

/**
 * `halton`: Halton sequences in the first five dimensions, modified Latin hypercube draws in further dimensions.
 * `mlhs`: modified Latin hypercube draws in all dimensions.
 */
export type DrawKind = 'halton' | 'mlhs';

const primes = [2, 3, 5, 7, 11] as const;

/** Number of dimensions in which Halton draws are used. Sequences with larger primes are correlated with each other. */
export const maxHaltonDimensions = primes.length;

const maxDimensions = 16;

/** Number of initial points to skip, because they are correlated across dimensions. */
const skippedPoints = 100;

const latinSeed = 1;

/**
 * Writes the numbers of one respondent: `out[draw · dimensions + d]`.
 * Source of Halton draws: Train, "Discrete choice methods with simulation", 2nd edition, section 9.3.3.
 *
 * @param dimensions at most 16
 * @throws RangeError for more than 16 dimensions
 */
export function fillUniforms(
  kind: DrawKind,
  respondent: number,
  draws: number,
  dimensions: number,
  out: Float64Array,
): void {
  if (dimensions > maxDimensions) throw new RangeError(`at most ${maxDimensions} random coefficients are supported`);
  const haltonDimensions = kind === 'halton' ? Math.min(dimensions, maxHaltonDimensions) : 0;
  for (let d = 0; d < dimensions; d++) {
    const points = d < haltonDimensions ? undefined : latinPoints(respondent, d, draws);
    for (let draw = 0; draw < draws; draw++) {
      const index = respondent * draws + draw + 1 + skippedPoints;
      out[draw * dimensions + d] = points ? points[draw]! : radicalInverse(index, primes[d]!);
    }
  }
}

/**
 * Modified Latin hypercube: evenly spaced points with one random shift, in random order, separately for each respondent
 * and dimension.
 * Source: Hess, Train and Polak, "On the use of a modified Latin hypercube sampling (MLHS) method in the estimation of a
 * mixed logit model for vehicle choice", Transportation Research Part B 40 (2006).
 */
function latinPoints(respondent: number, dimension: number, draws: number): Float64Array {
  const words = new Uint32Array(4);
  const uniformAt = (position: number) => {
    philox4x32(latinSeed, 0, respondent, dimension, position, 0, words);
    return uniformFromWords(words[0]!, words[1]!);
  };
  const shift = uniformAt(draws);
  const points = Float64Array.from({ length: draws }, (_, k) => (k + shift) / draws);
  // Fisher-Yates shuffle.
  for (let last = draws - 1; last > 0; last--) {
    const other = Math.floor(uniformAt(last) * (last + 1));
    [points[last], points[other]] = [points[other]!, points[last]!];
  }
  return points;
}

/** Reflects the digits of a whole number about the decimal point. */
function radicalInverse(index: number, base: number): number {
  let value = 0;
  let unit = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base), unit /= base) value += (rest % base) * unit;
  return value;
}
