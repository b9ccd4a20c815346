import { normalQuantile } from '../../engine/math/normal.js';

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53] as const;

/** Number of initial points to skip, because they are correlated across dimensions. */
const skippedPoints = 100;

/**
 * Standard normal draws from a Halton sequence with one prime per dimension: `out[(respondent · draws + draw) ·
 * dimensions + d]`.
 * Source: Train, "Discrete choice methods with simulation", 2nd edition, section 9.3.3.
 *
 * @param dimensions at most 16
 * @throws RangeError for more than 16 dimensions
 */
export function haltonNormals(respondents: number, draws: number, dimensions: number): Float64Array {
  if (dimensions > primes.length) throw new RangeError(`at most ${primes.length} random coefficients are supported`);
  return Float64Array.from({ length: respondents * draws * dimensions }, (_, at) =>
    normalQuantile(radicalInverse(Math.floor(at / dimensions) + 1 + skippedPoints, primes[at % dimensions]!)),
  );
}

/** Reflects the digits of a whole number about the decimal point. */
function radicalInverse(index: number, base: number): number {
  let value = 0;
  let unit = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base), unit /= base) value += (rest % base) * unit;
  return value;
}
