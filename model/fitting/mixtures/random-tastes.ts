import { type BfgsMaximum, type BfgsOptions, maximizeByBfgs } from '../bounded-bfgs.js';
import { inverseOfFree } from '../covariance.js';
import type { Fit } from '../fit-design.js';
import { requireEnoughObservations, requireIdentified } from '../identification.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { informationByDifferences, type Maximum, type Objective, type OptimizerStep } from '../objective.js';
import { type NamedPriors, noPriors, penalized, withPriors } from '../priors.js';
import { totalLikelihood } from '../total-likelihood.js';
import { drawnLikelihood } from './drawn-likelihood.js';
import { drawnTastes, loadingsOf, moneyIn, type RandomTaste, tasteName } from './drawn-tastes.js';
import { panelErrors, type PanelLikelihood, panelLikelihood, panelOf, type RespondentComponent } from './panel.js';
import { type Averaging, type PointSet, tastePoints } from './taste-points.js';

/** Fit with random coefficients. */
export interface RandomTasteFit extends Omit<Fit, 'rows' | 'draws' | 'starts'> {
  readonly respondents: number;
  readonly draws: number;
  /** Minus the second derivatives: size × size. */
  readonly information: Float64Array;
}

/** Starting value of the standard deviations. At 0 the derivative of the likelihood vanishes. */
const startingSpread = 0.3;
/** The points have moved enough if the log-likelihood gains less than this after the last move. */
const sufficientGain = 0.005;
/** An optimization before the next move of the points stops if its next step is expected to gain less than this. */
const roughGain = sufficientGain / 5;
const maxMoves = 20;
/**
 * A log-normal coefficient starts with the median of the fixed estimate, or with this value if that has the wrong sign.
 */
const minStartingMedian = 0.01;

/**
 * Mixed logit by maximum likelihood: the likelihood of all rows of a respondent, averaged over points of the random
 * coefficients. Estimates are the parameters of the model, where a random coefficient is represented by its
 * mean, followed by `sd:<coefficient>`, at least 0, or `sd:intercept`, then by the loadings of correlated tastes: with
 * the standard deviations, they are the Cholesky factor of the covariance. The standard error of a standard deviation of
 * 0 is 0.
 * Source: Train, "Discrete choice methods with simulation", 2nd edition, sections 6.7 and 10.2.
 *
 * @param design its `respondents` (default: its clusters) have the same coefficients in all rows
 * @param named normal priors, with the names of all parameters of the mixture
 * @throws CalibrationError if the data cannot identify the model, or if the optimizer does not converge
 */
export function fitRandomTastes(
  design: Design,
  kernel: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  averaging: Averaging,
  named: NamedPriors = noPriors,
): RandomTasteFit {
  const { names, priors } = named;
  const one = withPriors(totalLikelihood(design, kernel), priors);
  const simulated = simulatedLikelihood(design, kernel, tastes, averaging);
  const objective = penalized(simulated, names, priors);
  const { respondents } = simulated;
  // Without respondents, as for random intercepts of groups, the rows are separate observations.
  requireEnoughObservations(design, simulated.size, design.respondents ? respondents : design.rows, 1);
  requireIdentified(design, one);

  const start = new Float64Array(simulated.size).fill(startingSpread, one.size, one.size + tastes.length);
  start.set(maximizeByNewton(one, one.start()).parameters);
  for (const taste of tastes) {
    const { distribution, sign = 1 } = taste;
    const at = one.names.indexOf(tasteName(taste));
    if (distribution === 'log_normal') start[at] = Math.log(Math.max(minStartingMedian, sign * start[at]!));
  }
  const money = moneyIn(tastes, one.names);
  // The fixed estimates are utilities.
  if (money >= 0)
    for (let k = 0; k < design.coefficients.length; k++)
      if (k !== money) start[k] = startInMoney(start[k]!, start[money]!, tastes, one.names[k]!);
  const isSpread = (k: number) => k >= one.size && k < one.size + tastes.length;
  const { parameters: estimates, logLikelihood, path } = maximizeWithSpreads(simulated, objective, start, isSpread);
  const free = Array.from(estimates.keys()).filter((k) => !isSpread(k) || estimates[k]! > 0);
  const information = informationByDifferences(objective, estimates);
  const covariance = inverseOfFree(information, simulated.size, free);
  return {
    names: [
      ...one.names,
      ...tastes.map((taste) => `sd:${tasteName(taste)}`),
      ...loadingsOf(tastes).map(({ taste, on }) => `loading:${tasteName(tastes[taste]!)}:${tasteName(tastes[on]!)}`),
    ],
    estimates,
    ...panelErrors(simulated, estimates, covariance, named),
    logLikelihood: objective === simulated ? logLikelihood : simulated.value(estimates),
    path,
    respondents,
    clusters: simulated.clusters,
    draws: averaging.count,
    information,
  };
}

/**
 * Estimates of the same model with other points or weights, from the estimates of a fit.
 *
 * @param information minus the second derivatives at the estimates. Default: they are computed
 * @throws CalibrationError if the optimizer does not converge
 */
export function repeatRandomTastes(
  design: Design,
  kernel: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  averaging: Averaging,
  { estimates, information }: { readonly estimates: Float64Array; readonly information?: Float64Array },
  { names, priors }: NamedPriors = noPriors,
): Float64Array {
  const simulated = simulatedLikelihood(design, kernel, tastes, averaging);
  const objective = penalized(simulated, names, priors);
  const width = simulated.size - tastes.length - loadingsOf(tastes).length;
  const isSpread = (k: number) => k >= width && k < width + tastes.length;
  // At a standard deviation of 0, the derivative of the likelihood vanishes.
  const start = estimates.map((value, k) => (isSpread(k) && value === 0 ? startingSpread : value));
  simulated.follow(start);
  // Without the curvature, the first steps of the optimizer would be far too long or short.
  const curvature = information ?? informationByDifferences(objective, start);
  return maximizeWithSpreads(simulated, objective, start, isSpread, curvature).parameters;
}

/** A starting value in money. @param logMoney starting value of the logarithm of the size of the coefficient of money */
function startInMoney(start: number, logMoney: number, tastes: readonly RandomTaste[], name: string): number {
  const isLogarithm = tastes.some((own) => own.coefficient === name && own.distribution === 'log_normal');
  return isLogarithm ? start - logMoney : start / Math.exp(logMoney);
}

/**
 * Maximizes the likelihood with standard deviations of at least 0. The points of the respondents move between optimizations, each of which
 * continues with the curvature of the one before. The last one has fixed points, so that its maximum has all digits.
 */
function maximizeWithSpreads(
  simulated: SimulatedLikelihood,
  objective: Objective,
  start: Float64Array,
  isSpread: (k: number) => boolean,
  curvature?: Float64Array,
): Maximum {
  const bounds = { lower: start.map((_, k) => (isSpread(k) ? 0 : -Infinity)), upper: start.map(() => Infinity) };
  const path: OptimizerStep[] = [];
  let found: Pick<BfgsMaximum, 'parameters'> & BfgsOptions = { parameters: start, curvature };
  const maximize = (gain?: number) => {
    const maximum = maximizeByBfgs(
      objective,
      found.parameters,
      { curvature: found.curvature, ...(gain && { gain }) },
      bounds,
    );
    const own = path.length === 0 ? maximum.path : maximum.path.slice(1);
    path.push(...own.map((step, k) => ({ ...step, iteration: path.length + k })));
    return (found = maximum);
  };
  for (let moves = 0, gained = Infinity; moves < maxMoves && gained >= sufficientGain; moves++) {
    simulated.follow(found.parameters);
    const maximum = maximize(roughGain);
    gained = maximum.logLikelihood - maximum.path[0]!.logLikelihood;
  }
  return { ...maximize(), path };
}

interface SimulatedLikelihood extends PanelLikelihood {
  /** The design, with a further coefficient for a random intercept. */
  readonly design: Design;
  /** Coefficients of a respondent at its points, with their weights. */
  componentsOf(parameters: Float64Array, respondent: number): RespondentComponent[];
  /**
   * Mean and standard deviation of each random coefficient of each respondent, given the choices: respondents × tastes × 2.
   * Source: Train, "Discrete choice methods with simulation", 2nd edition, section 11.3.
   */
  posteriors(parameters: Float64Array): Float64Array;
  /** Moves the points of each respondent to the tastes that are likely at the parameters. */
  follow(parameters: Float64Array): void;
}

/**
 * Simulated log-likelihood of a model with random coefficients: the sum of w·ln(mean of P over points) over respondents
 * with weight w, where P is the joint probability of all responses of the respondent. The points start at the distribution
 * of all respondents, and move with `follow` only.
 *
 * @throws CalibrationError `calibration_uneven_panel` if the rows of a respondent differ in their weight or cluster
 */
export function simulatedLikelihood(
  design: Design,
  kernel: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  averaging: Averaging,
): SimulatedLikelihood {
  const { count: draws } = averaging;
  const tasted = drawnTastes(design, kernel, tastes, draws);
  const { amounts, means, loadings } = tasted;
  const panel = panelOf(design);
  const points = tastePoints(
    averaging,
    panel.rows.length,
    tastes.map(({ distribution }) => distribution),
  );
  const size = means.length + tastes.length + loadings.length;
  const drawn = drawnLikelihood(tasted, kernel, tastes.length, draws);

  function visit(
    parameters: Float64Array,
    respondent: number,
    withSlopes = false,
    set: PointSet = points,
    first = respondent * draws,
  ): number {
    return drawn.evaluate(parameters, panel.rows[respondent]!, set, first, withSlopes);
  }

  const likelihood = panelLikelihood(panel, size, (parameters) => ({
    evaluate: (respondent, withSlopes) => visit(parameters, respondent, withSlopes),
    addSlope: (respondent, weight, gradient, at) => drawn.addSlope(panel.rows[respondent]!, weight, gradient, at),
  }));

  return {
    ...likelihood,
    design: tasted.design,
    componentsOf(parameters, respondent) {
      const first = respondent * draws;
      tasted.draw(parameters, points.values, first);
      return Array.from({ length: draws }, (_, draw) => ({
        logShare: points.logWeights[first + draw]!,
        own: tasted.coefficientsAt(draw),
      }));
    },
    follow(parameters) {
      panel.rows.forEach((_, respondent) => {
        if (panel.weights[respondent] === 0) return;
        points.move(respondent, (trial) => {
          visit(parameters, respondent, false, trial, 0);
          return drawn.shares;
        });
      });
    },
    posteriors(parameters) {
      const found = new Float64Array(panel.rows.length * tastes.length * 2);
      panel.rows.forEach((_, respondent) => {
        visit(parameters, respondent);
        const first = respondent * tastes.length;
        amounts.forEach((own, k) => {
          for (let draw = 0; draw < draws; draw++) {
            found[2 * (first + k)]! += drawn.shares[draw]! * own[draw]!;
            found[2 * (first + k) + 1]! += drawn.shares[draw]! * own[draw]! ** 2;
          }
        });
        amounts.forEach((_, k) => {
          const at = 2 * (first + k);
          found[at + 1] = Math.sqrt(Math.max(0, found[at + 1]! - found[at]! ** 2));
        });
      });
      return found;
    },
  };
}
