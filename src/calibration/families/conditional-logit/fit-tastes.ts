import { CalibrationError } from '../../calibration-error.js';
import type { Mixture, MixtureOptions } from '../family-fit.js';
import type { Fit, StartsCheck } from '../../fit-design.js';
import type { Design, LikelihoodKernel } from '../../likelihood.js';
import { classShares } from '../../mixtures/class-mixture.js';
import { fitLatentClasses } from '../../mixtures/latent-classes.js';
import { panelOf } from '../../mixtures/panel.js';
import { fitRandomTastes, type RandomTaste, repeatRandomTastes } from '../../mixtures/random-tastes.js';
import { type DrawKind, maxHaltonDimensions, standardNormals } from '../../numbers/halton.js';
import { totalLikelihood } from '../../total-likelihood.js';
import { EngineError } from '../../../engine/definition.js';
import type {
  ConditionalLogit,
  LatentClass,
} from '../../../engine/families/conditional-logit/conditional-logit.schema.js';

/** Default draws per respondent: this many plus this many for each taste. Correlated tastes need more draws. */
const drawsPerTaste = 100;
/** The repeated fit of the check uses this many times the draws. */
const comparisonFactor = 2;
/** A fit is rejected if an estimate changes by more standard errors with more draws. */
const maxShift = 1;
/** Log-likelihoods that differ by less are the same maximum. */
const sameMaximum = 0.01;
/** Draws for the prediction of new respondents. */
const predictionDraws = 1_000;
const emSeed = 1;
const startCount = 6;

/**
 * Fit of choices with heterogeneous coefficients; undefined if coefficients are the same for all respondents.
 *
 * @throws EngineError `invalid_recipe` for latent classes with random coefficients
 */
export function mixtureOf(decision: ConditionalLogit): Mixture | undefined {
  const random = decision.coefficients.filter(({ taste }) => taste);
  if (decision.classes && random.length > 0)
    throw new EngineError(
      'invalid_recipe',
      'Latent classes cannot have random coefficients: remove `classes` or the `taste` of the coefficients.',
    );
  if (decision.classes) return latentClassMixture(decision.classes);
  return random.length > 0 ? randomTasteMixture(random) : undefined;
}

function latentClassMixture(classes: readonly LatentClass[]): Mixture {
  /** Coefficient ids of one class, in the order of the design. */
  const own = ({ coefficients }: LatentClass, { coefficients: ids }: Design) => ids.map((id) => coefficients[id] ?? id);
  return {
    method: () => `latent classes: expectation-maximization from ${startCount} starts, then BFGS`,
    fit(design, kernel): Fit {
      const names = [
        ...classes.flatMap((one) => own(one, design)),
        ...classes.flatMap(({ log_odds }) => log_odds ?? []),
      ];
      const shared = names.find((name, k) => names.indexOf(name) !== k);
      if (shared !== undefined)
        throw new EngineError(
          'invalid_recipe',
          `Latent classes cannot share the coefficient "${shared}": define one coefficient per class.`,
        );
      const found = fitLatentClasses(design, kernel, {
        classes: classes.length,
        seed: emSeed,
        starts: startCount,
      });
      const starts: StartsCheck = {
        count: startCount,
        continued: found.maxima.length,
        reachedBest: found.maxima.filter((maximum) => found.logLikelihood - maximum < sameMaximum).length,
      };
      return { ...found, names, rows: design.rows, starts };
    },
    probabilities(design, kernel, parameters) {
      const shares = classShares(parameters, classes.length);
      const width = design.coefficients.length;
      const components = Array.from(shares, (share, k) => ({
        share,
        own: parameters.subarray(k * width, (k + 1) * width),
      }));
      return meanProbabilities(design, kernel, components);
    },
  };
}

function randomTasteMixture(random: ConditionalLogit['coefficients']): Mixture {
  const tastes = random.map(({ id, taste }): RandomTaste => {
    const { distribution, sign } = taste!;
    return { coefficient: id, distribution, ...(sign && { sign }) };
  });
  return {
    method(options) {
      const { kind, count } = drawsOf(options, tastes.length);
      const name = kind === 'halton' ? 'Halton' : 'modified Latin hypercube';
      return `simulated maximum likelihood: ${count} ${name} draws for each respondent, BFGS`;
    },
    fit(design, kernel, options): Fit {
      const { kind, count } = drawsOf(options, tastes.length);
      const respondents = panelOf(design).rows.length;
      const found = fitRandomTastes(design, kernel, tastes, standardNormals(kind, respondents, count, tastes.length));
      const comparisonCount = comparisonFactor * count;
      const others = standardNormals(kind, respondents, comparisonCount, tastes.length);
      const repeated = repeatRandomTastes(design, kernel, tastes, others, found.estimates);
      const names = [...design.coefficients, ...random.map(({ taste }) => taste!.spread)];
      const shifts = shiftsOf(names, found, repeated);
      requireStable(shifts, count);
      return { ...found, names, rows: design.rows, draws: { kind, count, comparisonCount, shifts } };
    },
    probabilities(design, kernel, parameters) {
      const normals = standardNormals('halton', 1, predictionDraws, tastes.length);
      const width = design.coefficients.length;
      const components = Array.from({ length: predictionDraws }, (_, draw) => {
        const own = parameters.slice(0, width);
        tastes.forEach(({ coefficient, distribution, sign = 1 }, k) => {
          const at = design.coefficients.indexOf(coefficient);
          const x = own[at]! + parameters[width + k]! * normals[draw * tastes.length + k]!;
          own[at] = distribution === 'normal' ? x : sign * Math.exp(x);
        });
        return { share: 1 / predictionDraws, own };
      });
      return meanProbabilities(design, kernel, components);
    },
  };
}

/** Draws of the recipe, or the default: more draws for more tastes. */
function drawsOf({ draws }: MixtureOptions, tastes: number): { kind: DrawKind; count: number } {
  const kind = tastes <= maxHaltonDimensions ? 'halton' : 'mlhs';
  return { kind: draws.kind ?? kind, count: draws.count ?? drawsPerTaste * (tastes + 1) };
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

/** Probability of the observed outcome of each row, averaged over the components. */
function meanProbabilities(
  design: Design,
  kernel: LikelihoodKernel,
  components: readonly { readonly share: number; readonly own: Float64Array }[],
): Float64Array {
  const likelihood = totalLikelihood({ ...design, weights: undefined }, kernel);
  const unused = new Float64Array(likelihood.size);
  const probabilities = new Float64Array(design.rows);
  for (const { share, own } of components) {
    for (let row = 0; row < design.rows; row++)
      probabilities[row]! += share * Math.exp(likelihood.addGradientOfRow(own, row, unused));
  }
  return probabilities;
}
