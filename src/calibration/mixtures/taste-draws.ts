import type { TasteDistribution } from '../../engine/families/conditional-logit/conditional-logit.schema.js';
import { standardNumber, standardShape } from '../../engine/families/conditional-logit/tastes/standard-numbers.js';
import { type DrawKind, standardUniforms } from '../numbers/halton.js';
import { type Quadrature, quadratureOf } from '../numbers/quadrature.js';

/** Points over which the likelihood of a respondent is averaged. */
export interface TasteDraws {
  /** Points of each respondent. */
  readonly count: number;
  /** Standard numbers of the tastes: (respondents × count) × tastes, or count × tastes with weights. */
  readonly values: Float64Array;
  /** Logarithms of the weights, for points that are the same for all respondents. Default: equal weights. */
  readonly logWeights?: Float64Array;
}

/** How the likelihood is averaged: by draws, or by quadrature with one taste. */
export const averagingKinds = ['quadrature', 'halton', 'mlhs'] as const;
export type AveragingKind = (typeof averagingKinds)[number];

/**
 * Points for random tastes. Quadrature is exact to several digits with 200 points, but needs a single taste.
 *
 * @throws RangeError for quadrature with several tastes, or for more than 16 tastes
 */
export function tasteDraws(
  kind: AveragingKind,
  respondents: number,
  count: number,
  distributions: readonly TasteDistribution[],
): TasteDraws {
  const [shape, ...others] = distributions.map(standardShape);
  if (kind !== 'quadrature') return drawn(kind, respondents, count, [shape!, ...others]);
  if (others.length > 0) throw new RangeError('quadrature needs a single random taste');
  const { nodes, weights }: Quadrature = quadratureOf(shape!, count);
  return { count: nodes.length, values: nodes, logWeights: weights.map(Math.log) };
}

function drawn(
  kind: DrawKind,
  respondents: number,
  count: number,
  shapes: readonly ReturnType<typeof standardShape>[],
): TasteDraws {
  const values = standardUniforms(kind, respondents, count, shapes.length);
  for (let k = 0; k < values.length; k++) values[k] = standardNumber(shapes[k % shapes.length]!, values[k]!);
  return { count, values };
}
