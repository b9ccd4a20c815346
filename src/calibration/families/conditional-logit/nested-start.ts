import { maximizeByBfgs } from '../../bounded-bfgs.js';
import { requireIdentified } from '../../identification.js';
import type { Design, LikelihoodKernel } from '../../likelihood.js';
import { maximizeByNewton } from '../../newton.js';
import { totalLikelihood } from '../../total-likelihood.js';

/** The search for starting values leaves out nests of almost equal alternatives and shares close to 0 and 1, where the likelihood is flat. */
const margin = 0.02;
const maxDissimilarity = 2;

/**
 * Starting values of a fit with nests: a maximum by BFGS within bounds, from the estimates without nests. The likelihood is not concave, so
 * that Newton's method alone can leave the range of the parameters.
 *
 * @param isShare whether an ancillary parameter of the kernel is a share; the others are dissimilarities
 * @throws CalibrationError if the data cannot identify the coefficients without nests, or if an optimizer does not converge
 */
export function nestedStart(
  design: Design,
  plain: LikelihoodKernel,
  nested: LikelihoodKernel,
  isShare: (id: string) => boolean,
): Float64Array {
  const parameters = plainStart(design, plain);
  const start = Float64Array.of(...parameters, ...nested.ancillary.map((own) => own.start));
  const lower = start.map((_, k) => (k < parameters.length ? -Infinity : margin));
  const upper = start.map((_, k) => {
    const own = nested.ancillary[k - parameters.length];
    return own ? (isShare(own.id) ? 1 - margin : maxDissimilarity) : Infinity;
  });
  return maximizeByBfgs(totalLikelihood(design, nested), start, {}, { lower, upper }).parameters;
}

/**
 * Estimates of the coefficients without other parameters.
 *
 * @throws CalibrationError if the data cannot identify them, or if the optimizer does not converge
 */
export function plainStart(design: Design, plain: LikelihoodKernel): Float64Array {
  const likelihood = totalLikelihood(design, plain);
  requireIdentified(design, likelihood);
  return maximizeByNewton(likelihood, likelihood.start()).parameters;
}
