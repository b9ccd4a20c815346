import { normalCumulative } from '../../engine/math/normal.js';
import { clusterLikelihoods, type FittedModel } from './cluster-likelihoods.js';

/** Test of the hypothesis that two models are equally far from the process that created the data. */
export interface VuongTest {
  /** Standard normal under the hypothesis. Above 0, the first model is closer. */
  readonly z: number;
  /** Two-sided. */
  readonly p: number;
  /** Independent observations: clusters of rows. */
  readonly clusters: number;
}

/**
 * Vuong's test for models of which neither is a special case of the other. The log-likelihoods of the rows of one cluster are summed.
 * Source: Vuong, "Likelihood ratio tests for model selection and non-nested hypotheses", Econometrica 57 (1989), equation 5.6.
 *
 * @returns undefined if the test does not apply: other rows, weights, priors, markets, or models with the same predictions
 */
export function vuongTest(first: FittedModel, second: FittedModel): VuongTest | undefined {
  if (![first, second].every(maximizesLikelihood)) return undefined;
  const [a, b] = [clusterLikelihoods(first, 'fitted'), clusterLikelihoods(second, 'fitted')];
  if (!a || !b || a.lines.join() !== b.lines.join()) return undefined;
  const differences = a.values.map((value, k) => value - b.values[k]!);
  const clusters = differences.length;
  const total = differences.reduce((sum, value) => sum + value, 0);
  const variance = differences.reduce((sum, value) => sum + (value - total / clusters) ** 2, 0) / clusters;
  if (!(variance > 0)) return undefined;
  const z = total / Math.sqrt(clusters * variance);
  return { z, p: 2 * normalCumulative(-Math.abs(z)), clusters };
}

/** Whether the estimates maximize the likelihood of independent rows without weights. */
function maximizesLikelihood({ calibration: { held }, recipe: { fit } }: FittedModel): boolean {
  const { rows } = held?.model ?? {};
  return !rows?.isSampleWeighted && !rows?.frequencies && Object.keys(fit.priors).length === 0;
}
