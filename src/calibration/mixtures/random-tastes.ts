import { maximizeByBfgs } from '../bounded-bfgs.js';
import { clusteredCovariance, inverseOfFree, standardErrors } from '../covariance.js';
import type { Fit } from '../fit.js';
import { requireEnoughObservations, requireIdentified } from '../identification.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { informationByDifferences } from '../numbers/differences.js';
import type { Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { logSumExp, rowsByRespondent } from './panel.js';

/** Coefficient that varies between respondents. */
export interface RandomTaste {
  readonly coefficient: string;
  /** `log_normal`: the coefficient is e^x (or -e^x with `sign` -1) for a normal x; `mean` and `sd` refer to x. */
  readonly distribution: 'normal' | 'log_normal';
  readonly sign?: 1 | -1;
}

/** Fit with random coefficients. */
export interface RandomTasteFit extends Omit<Fit, 'clusters' | 'rows'> {
  readonly respondents: number;
  readonly draws: number;
}

/** Starting value of the standard deviations. At 0 the derivative of the likelihood vanishes. */
const startingSpread = 0.3;
/**
 * A log-normal coefficient starts with the median of the fixed estimate, or with this value if that has the wrong sign.
 */
const minStartingMedian = 0.01;

/**
 * Mixed logit by simulated maximum likelihood: the likelihood of all rows of a respondent, averaged over draws of the
 * random coefficients. Estimates are the parameters of the model, where a random coefficient is represented by its
 * mean, followed by `sd:<coefficient>`, at least 0. The standard error of a standard deviation of 0 is 0.
 * Source: Train, "Discrete choice methods with simulation", 2nd edition, sections 6.7 and 10.2.
 *
 * @param design its clusters are the respondents
 * @param draws standard normals, (respondents × draws) × tastes.length, such as `haltonNormals`
 * @throws CalibrationError if the data cannot identify the model, or if the optimizer does not converge
 */
export function fitRandomTastes(
  design: Design,
  kernel: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  draws: Float64Array,
): RandomTasteFit {
  const one = totalLikelihood(design, kernel);
  const simulated = simulatedLikelihood(design, kernel, tastes, draws);
  const { respondents } = simulated;
  requireEnoughObservations(design, simulated.size, respondents, 1);
  requireIdentified(design, one);

  const start = new Float64Array(simulated.size).fill(startingSpread);
  start.set(maximizeByNewton(one, one.start()).parameters);
  for (const { coefficient, distribution, sign = 1 } of tastes) {
    const at = one.names.indexOf(coefficient);
    if (distribution === 'log_normal') start[at] = Math.log(Math.max(minStartingMedian, sign * start[at]!));
  }
  const bounds = {
    lower: start.map((_, k) => (k < one.size ? -Infinity : 0)),
    upper: start.map(() => Infinity),
  };
  const { parameters: estimates, logLikelihood, path } = maximizeByBfgs(simulated, start, {}, bounds);
  const free = Array.from(estimates.keys()).filter((k) => estimates[k]! > bounds.lower[k]!);
  const covariance = inverseOfFree(informationByDifferences(simulated, estimates), simulated.size, free);
  const robustCovariance = clusteredCovariance(covariance, simulated.scores(estimates), respondents);
  return {
    names: [...one.names, ...tastes.map(({ coefficient }) => `sd:${coefficient}`)],
    estimates,
    standardErrors: standardErrors(covariance),
    covariance,
    robustStandardErrors: standardErrors(robustCovariance),
    robustCovariance,
    logLikelihood,
    path,
    respondents,
    draws: simulated.draws,
  };
}

interface SimulatedLikelihood extends Objective {
  readonly respondents: number;
  readonly draws: number;
  scores(parameters: Float64Array): Float64Array;
}

/**
 * Simulated log-likelihood of a model with random coefficients.
 *
 * @param normals standard normals, (respondents × draws) × tastes.length
 */
export function simulatedLikelihood(
  design: Design,
  kernel: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  normals: Float64Array,
): SimulatedLikelihood {
  const likelihood = totalLikelihood(design, kernel);
  const panel = rowsByRespondent(design);
  const width = likelihood.size;
  const size = width + tastes.length;
  const places = tastes.map(({ coefficient }) => likelihood.names.indexOf(coefficient));
  const draws = normals.length / tastes.length / panel.length;
  const drawn = new Float64Array(width);
  const slopes = new Float64Array(draws * size);
  const own = new Float64Array(width);
  const parts = new Float64Array(draws);

  /**
   * Writes the derivatives of each draw to `slopes` and its weight to `parts`. Returns the log of the mean likelihood.
   */
  function visit(parameters: Float64Array, respondent: number): number {
    slopes.fill(0);
    for (let draw = 0; draw < draws; draw++) {
      const from = (respondent * draws + draw) * tastes.length;
      drawn.set(parameters.subarray(0, width));
      tastes.forEach(({ distribution, sign = 1 }, k) => {
        const x = parameters[places[k]!]! + parameters[width + k]! * normals[from + k]!;
        drawn[places[k]!] = distribution === 'normal' ? x : sign * Math.exp(x);
      });
      own.fill(0);
      parts[draw] = 0;
      for (const row of panel[respondent]!) parts[draw]! += likelihood.addGradientOfRow(drawn, row, own);
      slopes.set(own, draw * size);
      tastes.forEach(({ distribution }, k) => {
        const byX = own[places[k]!]! * (distribution === 'normal' ? 1 : drawn[places[k]!]!);
        slopes[draw * size + places[k]!] = byX;
        slopes[draw * size + width + k] = byX * normals[from + k]!;
      });
    }
    return logSumExp(parts) - Math.log(draws);
  }

  function addSlope(gradient: Float64Array, at: number): void {
    for (let draw = 0; draw < draws; draw++) {
      for (let k = 0; k < size; k++) gradient[at + k]! += parts[draw]! * slopes[draw * size + k]!;
    }
  }

  const overRespondents = (parameters: Float64Array, each?: (respondent: number) => void): number =>
    panel.reduce((sum, _, respondent) => {
      const value = visit(parameters, respondent);
      each?.(respondent);
      return sum + value;
    }, 0);

  return {
    size,
    respondents: panel.length,
    draws,
    value: (parameters) => overRespondents(parameters),
    evaluateGradient(parameters, gradient) {
      gradient.fill(0);
      return overRespondents(parameters, () => addSlope(gradient, 0));
    },
    scores(parameters) {
      const sums = new Float64Array(panel.length * size);
      overRespondents(parameters, (respondent) => addSlope(sums, respondent * size));
      return sums;
    },
  };
}
