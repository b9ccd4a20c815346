import { normalQuantile } from '../../../math/normal.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { conditionalLogit } from '../../../fitting/likelihoods/conditional-logit.js';
import type { Design } from '../../../fitting/likelihood.js';
import { standardUniforms } from '../../../fitting/numbers/testing/standard-uniforms.js';

/** Rows of each respondent. */
export const rowsPerRespondent = 6;

/** A decision whose coefficients are normal. */
export function decisionWith(tastes: readonly string[]): ConditionalLogit {
  return {
    coefficients: tastes.flatMap((id) => [
      { id, taste: { distribution: 'normal', spread: `spread_of_${id}` } },
      { id: `spread_of_${id}` },
    ]),
  } as unknown as ConditionalLogit;
}

/** Choices of each respondent between two alternatives with `width` attributes; the tastes have the standard deviation `spread`. */
export function choices(
  width: number,
  spread: number,
  respondents: number,
): { design: Design; kernel: ReturnType<typeof conditionalLogit> } {
  const rows = respondents * rowsPerRespondent;
  const own = standardUniforms('mlhs', 1, respondents * width, 1).map(normalQuantile);
  const noise = standardUniforms('halton', 1, rows * (width + 2), 1).map(normalQuantile);
  const matrix = new Float64Array(rows * width);
  const chosen = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    let utility = 0;
    for (let k = 0; k < width; k++) {
      const x = noise[row * (width + 2) + k]!;
      matrix[row * width + k] = x;
      utility += (0.5 + spread * own[Math.floor(row / rowsPerRespondent) * width + k]!) * x;
    }
    const quantile = (row * 0.618034) % 1;
    chosen[row] = Number(quantile < 1 / (1 + Math.exp(-utility)));
  }
  const coefficients = Array.from({ length: width }, (_, k) => `x${k}`);
  const clusters = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / rowsPerRespondent));
  const design: Design = {
    rows,
    coefficients,
    equations: [
      { coefficients: new Int32Array(0), matrix: new Float64Array(0) },
      { coefficients: Int32Array.from(coefficients.keys()), matrix },
    ],
    clusters,
  };
  return { design, kernel: conditionalLogit(2, chosen) };
}
