import type { Mixture } from '../family-fit.js';
import type { Fit } from '../../fit.js';
import type { Design, LikelihoodKernel } from '../../likelihood.js';
import { classShares } from '../../mixtures/class-mixture.js';
import { fitLatentClasses } from '../../mixtures/latent-classes.js';
import { panelOf } from '../../mixtures/panel.js';
import { fitRandomTastes, type RandomTaste } from '../../mixtures/random-tastes.js';
import { haltonNormals } from '../../numbers/halton.js';
import { totalLikelihood } from '../../total-likelihood.js';
import { EngineError } from '../../../engine/engine-error.js';
import type { ConditionalLogit, LatentClass } from '../../../engine/families/conditional-logit/schema.js';

/** Draws per respondent for the fit, and draws for the prediction of new respondents. */
const drawsPerRespondent = 200;
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
  if (decision.classes) return latentClassMixture(decision.classes);
  return random.length > 0 ? randomTasteMixture(random) : undefined;
}

function latentClassMixture(classes: readonly LatentClass[]): Mixture {
  /** Coefficient ids of one class, in the order of the design. */
  const own = ({ coefficients }: LatentClass, { coefficients: ids }: Design) => ids.map((id) => coefficients[id] ?? id);
  return {
    method: `latent classes: expectation-maximization from ${startCount} starts, then BFGS`,
    fit(design, kernel): Fit {
      const names = [
        ...classes.flatMap((one) => own(one, design)),
        ...classes.flatMap(({ log_odds }) => log_odds ?? []),
      ];
      const shared = names.find((name, k) => names.indexOf(name) !== k);
      if (shared !== undefined)
        throw new EngineError(
          'invalid_spec',
          `Latent classes cannot share the coefficient "${shared}": define one coefficient per class.`,
        );
      const found = fitLatentClasses(design, kernel, {
        classes: classes.length,
        seed: emSeed,
        starts: startCount,
      });
      return { ...found, names, rows: design.rows };
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
    method: `simulated maximum likelihood: ${drawsPerRespondent} Halton draws for each respondent, BFGS`,
    fit(design, kernel): Fit {
      const draws = haltonNormals(panelOf(design).rows.length, drawsPerRespondent, tastes.length);
      const found = fitRandomTastes(design, kernel, tastes, draws);
      const names = [...design.coefficients, ...random.map(({ taste }) => taste!.spread)];
      return { ...found, names, rows: design.rows };
    },
    probabilities(design, kernel, parameters) {
      const normals = haltonNormals(1, predictionDraws, tastes.length);
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
