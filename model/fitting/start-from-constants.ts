import { constantsDesign } from './design/design-of.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { maximizeByNewton } from './newton.js';
import { totalLikelihood } from './total-likelihood.js';

/**
 * Start of a fit at the estimates of the model with constants only, and 0 for other coefficients: a likelihood with the scale of the outcome
 * is far from its maximum at zeros. Equations without a column of ones start at 0.
 *
 * @param equations equations of the design, in its order
 */
export function startFromConstants(
  design: Design,
  kernel: LikelihoodKernel,
  equations: readonly string[],
): Float64Array {
  const constants = totalLikelihood(constantsDesign(design, equations, equations), kernel);
  const { parameters } = maximizeByNewton(constants, constants.start());
  const start = totalLikelihood(design, kernel).start();
  const terms = design.coefficients.length;
  start.set(parameters.subarray(equations.length), terms);
  design.equations.forEach(({ coefficients, matrix }, equation) => {
    const width = coefficients.length;
    const constant = coefficients.findIndex((_, k) => matrix.every((value, at) => at % width !== k || value === 1));
    if (constant >= 0) start[coefficients[constant]!] = parameters[equation]!;
  });
  return start;
}
