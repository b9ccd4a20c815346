import { type DrawKind, fillUniforms } from '../halton.js';

/**
 * Evenly spread numbers from 0 to 1 for each respondent: `[(respondent · draws + draw) · dimensions + d]`. Deterministic.
 *
 * @param dimensions at most 16
 * @throws RangeError for more than 16 dimensions
 */
export function standardUniforms(
  kind: DrawKind,
  respondents: number,
  draws: number,
  dimensions: number,
): Float64Array<ArrayBuffer> {
  const width = draws * dimensions;
  const out = new Float64Array(respondents * width);
  for (let respondent = 0; respondent < respondents; respondent++)
    fillUniforms(kind, respondent, draws, dimensions, out.subarray(respondent * width, (respondent + 1) * width));
  return out;
}
