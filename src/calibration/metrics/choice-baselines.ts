import { conditionalLogit } from '../kernels/conditional-logit.js';
import type { Design, DesignEquation } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { totalLikelihood } from '../total-likelihood.js';
import { outcomeProbabilities } from './outcome-probabilities.js';

/**
 * Log-likelihood of choices with equal probabilities for all available alternatives.
 *
 * @param available rows × alternatives, 0 for an unavailable alternative. Default: all are available
 */
export function equalSharesLogLikelihood(rows: number, alternatives: number, available?: Uint8Array): number {
  if (!available) return -rows * Math.log(alternatives);
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    sum -= Math.log(
      available
        .subarray(row * alternatives, (row + 1) * alternatives)
        .reduce((count, isAvailable) => count + isAvailable, 0),
    );
  }
  return sum;
}

/** Conditional logit with only one constant per alternative. */
export interface ConstantsOnly {
  readonly logLikelihood: number;
  /** Predicted probabilities for another sample, rows × alternatives: a baseline of `choiceMetrics`. */
  probabilities(rows: number, available?: Uint8Array): Float64Array;
}

/**
 * Fits one constant per alternative; the first alternative is the reference.
 *
 * @param chosen chosen alternative of each row, from 0
 * @param available rows × alternatives, 0 for an unavailable alternative. Default: all are available
 * @throws CalibrationError `calibration_not_converged`
 */
export function constantsOnly(alternatives: number, chosen: Int32Array, available?: Uint8Array): ConstantsOnly {
  const kernel = conditionalLogit(alternatives, chosen, available);
  const likelihood = totalLikelihood(constantsDesign(chosen.length, alternatives), kernel);
  const { logLikelihood, parameters } = maximizeByNewton(likelihood, likelihood.start());
  return {
    logLikelihood,
    probabilities: (rows, availableThere) =>
      outcomeProbabilities(constantsDesign(rows, alternatives), parameters, alternatives, (outcome) =>
        conditionalLogit(alternatives, new Int32Array(rows).fill(outcome), availableThere),
      ),
  };
}

function constantsDesign(rows: number, alternatives: number): Design {
  const equations = Array.from({ length: alternatives }, (_, j): DesignEquation => {
    const isReference = j === 0;
    return {
      coefficients: isReference ? new Int32Array(0) : Int32Array.of(j - 1),
      matrix: new Float64Array(isReference ? 0 : rows).fill(1),
    };
  });
  return { rows, coefficients: equations.slice(1).map((_, k) => `constant_${k + 1}`), equations };
}
