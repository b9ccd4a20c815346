import { normalQuantile } from '../../engine/math/normal.js';

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53] as const;

/** The first points of a Halton sequence lie in lines; these many are passed over. */
const PASSED_OVER = 100;

/**
 * Standard normal draws spread evenly by Halton's sequence, a prime a dimension: `out[(respondent · draws + draw) · dimensions + d]`.
 * Source: Train, "Discrete choice methods with simulation", 2nd edition, section 9.3.3.
 *
 * @param dimensions at most 16
 */
export function haltonNormals(respondents: number, draws: number, dimensions: number): Float64Array {
  if (dimensions > PRIMES.length) throw new RangeError(`at most ${PRIMES.length} random coefficients`);
  return Float64Array.from({ length: respondents * draws * dimensions }, (_, at) =>
    normalQuantile(mirrored(Math.floor(at / dimensions) + 1 + PASSED_OVER, PRIMES[at % dimensions]!)),
  );
}

/** The digits of a whole number behind the point, in reverse order. */
function mirrored(index: number, base: number): number {
  let value = 0;
  let unit = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base), unit /= base) value += (rest % base) * unit;
  return value;
}
