import { climbByBfgs } from '../bounded-bfgs.js';
import { clusteredCovariance, inverseOfFree, standardErrors } from '../covariance.js';
import { type Fit } from '../fit.js';
import { requireEnough, requireTellingApart } from '../identification.js';
import { type Design, type LikelihoodKernel } from '../likelihood.js';
import { climbByNewton } from '../newton.js';
import { informationByDifferences } from '../numbers/differences.js';
import { type Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { logSumAndParts, rowsByRespondent } from './panel.js';

/** A coefficient that differs from respondent to respondent. */
export interface RandomTaste {
  readonly coefficient: string;
  /** `log_normal`: the coefficient is e^x (or -e^x with `sign` -1) for a normal x; `mean` and `sd` are of x. */
  readonly distribution: 'normal' | 'log_normal';
  readonly sign?: 1 | -1;
}

export interface RandomTasteFit extends Omit<Fit, 'clusters' | 'rows'> {
  readonly respondents: number;
  readonly draws: number;
}

/** Where a climb begins: spreads are not 0, where the likelihood has no slope by them. */
const FIRST_SPREAD = 0.3;
/** A log-normal coefficient begins where its median is that of one for all, or at this where that has the wrong sign. */
const LEAST_MEDIAN = 0.01;

/**
 * Random tastes by simulated likelihood: the likelihood of all rows of a respondent, averaged over draws of the random coefficients.
 * Estimates: the parameters of the model, where a random coefficient's own place holds its mean, then `sd:<coefficient>`, 0 or
 * more; the standard error of one that is 0 is 0. Source: Train, "Discrete choice methods with simulation", 2nd edition, sections 6.7 and 10.2.
 *
 * @param design its clusters are the respondents
 * @param draws standard normals, (respondents × draws) × tastes.length, such as `haltonNormals`
 * @throws CalibrationError
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
  requireEnough(design, simulated.size, respondents, 1);
  requireTellingApart(design, one);

  const start = new Float64Array(simulated.size).fill(FIRST_SPREAD);
  start.set(climbByNewton(one, one.start()).parameters);
  for (const { coefficient, distribution, sign = 1 } of tastes) {
    const at = one.names.indexOf(coefficient);
    if (distribution === 'log_normal') start[at] = Math.log(Math.max(LEAST_MEDIAN, sign * start[at]!));
  }
  const bounds = {
    lower: start.map((_, k) => (k < one.size ? -Infinity : 0)),
    upper: start.map(() => Infinity),
  };
  const { parameters: estimates, logLikelihood, path } = climbByBfgs(simulated, start, {}, bounds);
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

  /** Leaves in `slopes` the derivatives under each draw and in `parts` its weight; returns the log of the mean likelihood. */
  function visit(parameters: Float64Array, who: number): number {
    slopes.fill(0);
    for (let draw = 0; draw < draws; draw++) {
      const from = (who * draws + draw) * tastes.length;
      drawn.set(parameters.subarray(0, width));
      tastes.forEach(({ distribution, sign = 1 }, k) => {
        const x = parameters[places[k]!]! + parameters[width + k]! * normals[from + k]!;
        drawn[places[k]!] = distribution === 'normal' ? x : sign * Math.exp(x);
      });
      own.fill(0);
      parts[draw] = 0;
      for (const row of panel[who]!) parts[draw]! += likelihood.addSlopeOfRow(drawn, row, own);
      slopes.set(own, draw * size);
      tastes.forEach(({ distribution }, k) => {
        const byX = own[places[k]!]! * (distribution === 'normal' ? 1 : drawn[places[k]!]!);
        slopes[draw * size + places[k]!] = byX;
        slopes[draw * size + width + k] = byX * normals[from + k]!;
      });
    }
    return logSumAndParts(parts) - Math.log(draws);
  }

  function addSlope(gradient: Float64Array, at: number): void {
    for (let draw = 0; draw < draws; draw++) {
      for (let k = 0; k < size; k++) gradient[at + k]! += parts[draw]! * slopes[draw * size + k]!;
    }
  }

  const overRespondents = (parameters: Float64Array, each?: (who: number) => void): number =>
    panel.reduce((sum, _, who) => {
      const value = visit(parameters, who);
      each?.(who);
      return sum + value;
    }, 0);

  return {
    size,
    respondents: panel.length,
    draws,
    value: (parameters) => overRespondents(parameters),
    slope(parameters, gradient) {
      gradient.fill(0);
      return overRespondents(parameters, () => addSlope(gradient, 0));
    },
    scores(parameters) {
      const sums = new Float64Array(panel.length * size);
      overRespondents(parameters, (who) => addSlope(sums, who * size));
      return sums;
    },
  };
}
