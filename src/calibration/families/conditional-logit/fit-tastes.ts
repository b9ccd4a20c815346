import { type Mixture } from '../family-fit.js';
import { type Fit } from '../../fit.js';
import { type Design, type LikelihoodKernel } from '../../likelihood.js';
import { classShares } from '../../mixtures/class-mixture.js';
import { fitLatentClasses } from '../../mixtures/latent-classes.js';
import { fitRandomTastes, type RandomTaste } from '../../mixtures/random-tastes.js';
import { haltonNormals } from '../../numbers/halton.js';
import { totalLikelihood } from '../../total-likelihood.js';
import { EngineError } from '../../../engine/engine-error.js';
import { type ConditionalLogit, type LatentClass } from '../../../engine/families/conditional-logit/schema.js';

/** Draws for each respondent while fitting, and for somebody unknown. */
const DRAWS = 200;
const DRAWS_OF_ANYBODY = 1_000;
const SEED = 1;
const STARTS = 6;

/** How choices whose coefficients differ between people are fitted; nothing where they do not. */
export function mixtureOf(decision: ConditionalLogit): Mixture | undefined {
  const random = decision.coefficients.filter(({ taste }) => taste);
  if (decision.classes && random.length > 0)
    throw new EngineError('invalid_spec', 'Classes whose members differ among themselves cannot be fitted.');
  if (decision.classes) return ofClasses(decision.classes);
  return random.length > 0 ? ofTastes(random) : undefined;
}

function ofClasses(classes: readonly LatentClass[]): Mixture {
  /** The ids of one class's coefficients, in the order of the design. */
  const own = ({ coefficients }: LatentClass, { coefficients: ids }: Design) => ids.map((id) => coefficients[id] ?? id);
  return {
    method: `latent classes: expectation-maximization from ${STARTS} starts, then BFGS`,
    fit(design, kernel): Fit {
      const names = [
        ...classes.flatMap((one) => own(one, design)),
        ...classes.flatMap(({ log_odds }) => log_odds ?? []),
      ];
      const shared = names.find((name, k) => names.indexOf(name) !== k);
      if (shared !== undefined)
        throw new EngineError('invalid_spec', `Classes that share the coefficient "${shared}" cannot be fitted.`);
      const { respondents, ...found } = fitLatentClasses(design, kernel, {
        classes: classes.length,
        seed: SEED,
        starts: STARTS,
      });
      return { ...found, names, rows: design.rows, clusters: respondents };
    },
    chances(design, kernel, parameters) {
      const shares = classShares(parameters, classes.length);
      const width = design.coefficients.length;
      const parts = Array.from(shares, (share, k) => ({ share, own: parameters.subarray(k * width, (k + 1) * width) }));
      return meanChances(design, kernel, parts);
    },
  };
}

function ofTastes(random: ConditionalLogit['coefficients']): Mixture {
  const tastes = random.map(({ id, taste }): RandomTaste => {
    const { distribution, sign } = taste!;
    return { coefficient: id, distribution, ...(sign && { sign }) };
  });
  return {
    method: `simulated maximum likelihood: ${DRAWS} Halton draws for each respondent, BFGS`,
    fit(design, kernel): Fit {
      const respondents = design.clusters
        ? design.clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0)
        : design.rows;
      const draws = haltonNormals(respondents, DRAWS, tastes.length);
      const found = fitRandomTastes(design, kernel, tastes, draws);
      const names = [...design.coefficients, ...random.map(({ taste }) => taste!.spread)];
      return { ...found, names, rows: design.rows, clusters: respondents };
    },
    chances(design, kernel, parameters) {
      const normals = haltonNormals(1, DRAWS_OF_ANYBODY, tastes.length);
      const width = design.coefficients.length;
      const parts = Array.from({ length: DRAWS_OF_ANYBODY }, (_, draw) => {
        const own = parameters.slice(0, width);
        tastes.forEach(({ coefficient, distribution, sign = 1 }, k) => {
          const at = design.coefficients.indexOf(coefficient);
          const x = own[at]! + parameters[width + k]! * normals[draw * tastes.length + k]!;
          own[at] = distribution === 'normal' ? x : sign * Math.exp(x);
        });
        return { share: 1 / DRAWS_OF_ANYBODY, own };
      });
      return meanChances(design, kernel, parts);
    },
  };
}

/** The chance of what happened in each row, over people with these coefficients. */
function meanChances(
  design: Design,
  kernel: LikelihoodKernel,
  parts: readonly { readonly share: number; readonly own: Float64Array }[],
): Float64Array {
  const likelihood = totalLikelihood({ ...design, weights: undefined }, kernel);
  const unused = new Float64Array(likelihood.size);
  const chances = new Float64Array(design.rows);
  for (const { share, own } of parts) {
    for (let row = 0; row < design.rows; row++)
      chances[row]! += share * Math.exp(likelihood.addSlopeOfRow(own, row, unused));
  }
  return chances;
}
