import { CalibrationError } from '../../fitting/calibration-error.js';
import type { Mixture, MixtureOptions } from '../../fitting/family-fit.js';
import type { Fit, StartsCheck } from '../../fitting/fit-design.js';
import type { Design, LikelihoodKernel } from '../../fitting/likelihood.js';
import { type ClassLayout, coefficientsOf } from '../../fitting/mixtures/class-layout.js';
import { classMembership } from '../../fitting/mixtures/class-membership.js';
import { classMixture } from '../../fitting/mixtures/class-mixture.js';
import { fitLatentClasses, refitLatentClasses } from '../../fitting/mixtures/latent-classes.js';
import { probabilitiesGivenEarlier } from '../../fitting/mixtures/panel.js';
import { drawnTastes, type RandomTaste, tasteName } from '../../fitting/mixtures/drawn-tastes.js';
import { fitRandomTastes, repeatRandomTastes, simulatedLikelihood } from '../../fitting/mixtures/random-tastes.js';
import { type Averaging, tastePoints } from '../../fitting/mixtures/taste-points.js';
import { type NamedPriors, priorContributions, type Priors, unlessUnidentified } from '../../fitting/priors.js';
import { maxHaltonDimensions } from '../../fitting/numbers/halton.js';
import { type TotalLikelihood, totalLikelihood } from '../../fitting/total-likelihood.js';
import { EngineError } from '../../definition.js';
import { hasOwnShares, membershipCoefficients, membershipModel } from './tastes/class-membership.js';
import type { LinearModel } from '../../equations/linear-model.js';
import type { ConditionalLogit, LatentClass } from './conditional-logit.schema.js';

/** Default points of each respondent: of a quadrature, and of draws. */
const quadraturePoints = 100;
const defaultDraws = 200;
/** The repeated fit of the check uses this many times the draws. */
const comparisonFactor = 2;
/** A fit is rejected if an estimate changes by more standard errors with more draws. */
const maxShift = 1;
/** Log-likelihoods that differ by less are the same maximum. */
const sameMaximum = 0.01;
const predictionDraws = 1_000;
const emSeed = 1;
const startCount = 6;

/**
 * Fit of choices with heterogeneous coefficients; undefined if coefficients are the same for all respondents.
 *
 * @throws EngineError `invalid_spec` for latent classes with random coefficients
 */
export function mixtureOf(decision: ConditionalLogit): Mixture | undefined {
  const random = decision.coefficients.filter(({ taste }) => taste);
  if (decision.classes && random.length > 0)
    throw new EngineError(
      'invalid_spec',
      'Latent classes cannot have random coefficients: remove `classes` or the `taste` of the coefficients.',
    );
  if (decision.classes) return latentClassMixture(decision);
  return random.length > 0 ? randomTasteMixture(random, { money: decision.money }) : undefined;
}

function latentClassMixture(decision: ConditionalLogit): Mixture {
  const { classes = [], coefficients } = decision;
  const logOdds = classes.flatMap(({ log_odds }) => log_odds ?? []);
  const layoutIn = (design: Design) => layoutOf(classes, coefficients, design).layout;
  const namesOf = (design: Design) => [
    ...layoutOf(classes, coefficients, design).ids,
    ...(design.membership?.coefficients ?? logOdds),
  ];
  return {
    ...(hasOwnShares(decision) && { membershipModel: ownMembershipModel(decision) }),
    method: () => `latent classes: expectation-maximization from ${startCount} starts, then BFGS`,
    fit(design, kernel, { priors = {} }): Fit {
      const layout = layoutIn(design);
      const names = namesOf(design);
      const fitWith = (own: Priors) =>
        fitLatentClasses(design, kernel, { layout, seed: emSeed, starts: startCount, named: { names, priors: own } });
      const found = fitWith(priors);
      const starts: StartsCheck = {
        count: startCount,
        continued: found.maxima.length,
        reachedBest: found.maxima.filter((maximum) => found.logLikelihood - maximum < sameMaximum).length,
      };
      const contributions = mixtureContributions(names, found.covariance, priors, () => fitWith({}).estimates);
      return { ...found, names, rows: design.rows, starts, ...contributions };
    },
    refit(design, kernel, estimates, { priors = {} }) {
      return refitLatentClasses(design, kernel, layoutIn(design), estimates, { names: namesOf(design), priors });
    },
    posteriors(design, kernel, parameters) {
      const memberships = classMixture(design, kernel, layoutIn(design)).memberships(parameters);
      return classes.map(({ id }, k) => ({
        name: `class_${id}`,
        values: memberships.filter((_, at) => at % classes.length === k),
      }));
    },
    logLikelihoods: (design, kernel, parameters) =>
      classMixture(design, kernel, layoutIn(design)).byRespondent(parameters),
    probabilities(design, kernel, parameters, earlier) {
      const layout = layoutIn(design);
      const rows = Array.from({ length: design.rows }, (_, row) => [row]);
      const shares = classMembership(design, rows, classes.length).shares(parameters.subarray(layout.size));
      const components = classes.map((_, k) => ({
        shareAt: (row: number) => shares[row * classes.length + k]!,
        own: coefficientsOf(layout, parameters, k),
      }));
      const unweighted = { ...design, weights: undefined };
      if (!earlier) return meanProbabilities(totalLikelihood(unweighted, kernel), design.rows, components);
      return probabilitiesGivenEarlier(unweighted, kernel, earlier, (_respondent, first) =>
        components.map(({ shareAt, own }) => ({ logShare: Math.log(shareAt(first)), own })),
      );
    },
  };
}

function ownMembershipModel(decision: ConditionalLogit): LinearModel {
  const model = membershipModel(decision);
  const used = new Set(membershipCoefficients(decision));
  return { ...model, coefficients: model.coefficients.filter(({ id }) => used.has(id)) };
}

/** Ids of the free coefficients of the classes, and the places of the coefficients of each class among them. */
function layoutOf(
  classes: readonly LatentClass[],
  coefficients: ConditionalLogit['coefficients'],
  design: Design,
): { ids: string[]; layout: ClassLayout } {
  const own = classes.map((one) => design.coefficients.map((id) => one.coefficients[id] ?? id));
  const fixedValues = new Map(
    coefficients.flatMap(({ id, fixed, estimate }) => (fixed ? [[id, estimate] as const] : [])),
  );
  const ids = [...new Set(own.flat())].filter((id) => !fixedValues.has(id));
  return {
    ids,
    layout: {
      size: ids.length,
      places: own.map((list) => Int32Array.from(list, (id) => ids.indexOf(id))),
      fixed: own.map((list) => Float64Array.from(list, (id) => fixedValues.get(id) ?? 0)),
      isSymmetric: ids.length === own.flat().length,
    },
  };
}

/**
 * Fit of a model with random coefficients, each of which has a taste.
 *
 * @param random coefficients; without an id, a random intercept with mean 0
 * @param money id of the coefficient of money. Default: coefficients are utilities
 * @param ancillary ids of the ancillary parameters of the kernel
 */
export function randomTasteMixture(
  random: readonly Partial<Pick<ConditionalLogit['coefficients'][number], 'id' | 'taste'>>[],
  { money, ancillary = [] }: { readonly money?: string | undefined; readonly ancillary?: readonly string[] } = {},
): Mixture {
  const distributions = random.map(({ taste }) => taste!.distribution);
  const tastes = random.map(({ id, taste }): RandomTaste => {
    const { distribution, sign, correlated_with: others } = taste!;
    const correlatedWith = Object.keys(others ?? {}).map((other) => random.findIndex((own) => own.id === other));
    return {
      ...(id && { coefficient: id }),
      distribution,
      ...(sign && { sign }),
      ...(others && { correlatedWith }),
      ...(id !== undefined && id === money && { isMoney: true }),
    };
  });
  const loadings = random.flatMap(({ taste }) => Object.values(taste!.correlated_with ?? {}));
  const namesOf = (design: Design) => [
    ...design.coefficients,
    ...ancillary,
    ...random.map(({ taste }) => taste!.spread),
    ...loadings,
  ];
  const likelihoodAt = (
    design: Design,
    kernel: LikelihoodKernel,
    parameters: Float64Array,
    options: MixtureOptions,
  ) => {
    const likelihood = simulatedLikelihood(design, kernel, tastes, averagingOf(options, tastes.length));
    likelihood.follow(parameters);
    return likelihood;
  };
  return {
    method(options) {
      const { kind, count } = averagingOf(options, tastes.length);
      if (kind === 'quadrature') return `maximum likelihood with ${count} points of quadrature, BFGS`;
      const name = kind === 'halton' ? 'Halton' : 'modified Latin hypercube';
      return `simulated maximum likelihood: ${count} ${name} draws for each respondent, BFGS`;
    },
    fit(design, kernel, options): Fit {
      const averaging = averagingOf(options, tastes.length);
      const { kind, count } = averaging;
      const names = namesOf(design);
      const { priors = {} } = options;
      const named = { names, priors };
      const fitWith = (own: NamedPriors) => fitRandomTastes(design, kernel, tastes, averaging, own);
      const { information, ...found } = fitWith(named);
      const comparisonCount = comparisonFactor * count;
      const more = { kind, count: comparisonCount };
      const repeated = repeatRandomTastes(design, kernel, tastes, more, { ...found, information }, named);
      const shifts = shiftsOf(names, found, repeated);
      requireStable(shifts, count);
      const draws = { kind, count, comparisonCount, shifts };
      const without = () => fitWith({ names, priors: {} }).estimates;
      return {
        ...found,
        names,
        rows: design.rows,
        draws,
        ...mixtureContributions(names, found.covariance, priors, without),
      };
    },
    refit(design, kernel, estimates, options) {
      const named = { names: namesOf(design), priors: options.priors ?? {} };
      return repeatRandomTastes(design, kernel, tastes, averagingOf(options, tastes.length), { estimates }, named);
    },
    logLikelihoods: (design, kernel, parameters, options) =>
      likelihoodAt(design, kernel, parameters, options).byRespondent(parameters),
    posteriors(design, kernel, parameters, options) {
      const found = likelihoodAt(design, kernel, parameters, options).posteriors(parameters);
      const column = (at: number) => found.filter((_, position) => position % (2 * tastes.length) === at);
      return tastes.flatMap((taste, k) => [
        { name: `${tasteName(taste)}_mean`, values: column(2 * k) },
        { name: `${tasteName(taste)}_sd`, values: column(2 * k + 1) },
      ]);
    },
    probabilities(design, kernel, parameters, earlier) {
      const kind = tastes.length === 1 ? 'quadrature' : 'halton';
      if (earlier) {
        const simulated = simulatedLikelihood(design, earlier, tastes, { kind, count: predictionDraws });
        // After several rows, few common draws would have all the weight. Draws near the respondent still cover the distribution of all, which
        // the first rows need; points of a quadrature would not, and a thousand of them suffice everywhere.
        if (kind === 'halton') simulated.follow(parameters);
        const componentsOf = (respondent: number) => simulated.componentsOf(parameters, respondent);
        return probabilitiesGivenEarlier(simulated.design, kernel, earlier, componentsOf);
      }
      const { count, values, logWeights } = tastePoints({ kind, count: predictionDraws }, 1, distributions);
      const drawn = drawnTastes(design, kernel, tastes, count);
      drawn.draw(parameters, values, 0);
      const components = Array.from({ length: count }, (_, draw) => {
        const share = Math.exp(logWeights[draw]!);
        return { shareAt: () => share, own: drawn.coefficientsAt(draw) };
      });
      return meanProbabilities(totalLikelihood(drawn.design, kernel), design.rows, components);
    },
  };
}

function mixtureContributions(
  names: readonly string[],
  covariance: Float64Array,
  priors: Priors,
  estimatesWithout: () => Float64Array,
): Pick<Fit, 'priors'> {
  if (Object.keys(priors).length === 0) return {};
  return { priors: priorContributions(names, covariance, priors, unlessUnidentified(estimatesWithout)) };
}

/** Averaging of the recipe, or the default: quadrature for a single taste, otherwise draws. */
function averagingOf({ draws }: MixtureOptions, tastes: number): Averaging {
  const kind = draws.kind ?? (tastes === 1 ? 'quadrature' : tastes <= maxHaltonDimensions ? 'halton' : 'mlhs');
  if (kind === 'quadrature' && tastes > 1)
    throw new EngineError(
      'invalid_spec',
      'Quadrature needs a single random taste: set fit.draws.kind to halton or mlhs.',
    );
  return { kind, count: draws.count ?? (kind === 'quadrature' ? quadraturePoints : defaultDraws) };
}

/** Change of each parameter, in standard errors. Parameters without a standard error are at a bound. */
function shiftsOf(
  names: readonly string[],
  { estimates, standardErrors }: Pick<Fit, 'estimates' | 'standardErrors'>,
  repeated: Float64Array,
): Map<string, number> {
  return new Map(
    names.flatMap((name, k) =>
      standardErrors[k]! > 0 ? [[name, Math.abs(repeated[k]! - estimates[k]!) / standardErrors[k]!] as const] : [],
    ),
  );
}

function requireStable(shifts: ReadonlyMap<string, number>, draws: number): void {
  const moved = [...shifts].filter(([, shift]) => shift > maxShift);
  if (moved.length === 0) return;
  const list = moved.map(([name, shift]) => `${name} by ${shift.toFixed(1)}`).join(', ');
  throw new CalibrationError(
    'calibration_too_few_draws',
    `${draws} draws are too few: with twice as many, estimates change by more than a standard error (${list}). ` +
      'Increase fit.draws.count, or remove random tastes that the data do not identify',
    { draws, coefficients: moved.map(([name]) => name) },
  );
}

/** Coefficients of a part of the respondents. */
interface Component {
  /** Share of the component for the respondent of a row. */
  readonly shareAt: (row: number) => number;
  readonly own: Float64Array;
}

function meanProbabilities(likelihood: TotalLikelihood, rows: number, components: readonly Component[]): Float64Array {
  const unused = new Float64Array(likelihood.size);
  const probabilities = new Float64Array(rows);
  for (const { shareAt, own } of components) {
    for (let row = 0; row < rows; row++)
      probabilities[row]! += shareAt(row) * Math.exp(likelihood.addGradientOfRow(own, row, unused));
  }
  return probabilities;
}
