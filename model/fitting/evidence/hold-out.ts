import type { HoldOut, WorkflowDefinition } from '../../definition.js';
import { constantsDesign, designAt } from '../design/design-of.js';
import type { Mixture, PredictedProbabilities } from '../family-fit.js';
import type { Model, SampleFit } from '../fit-sample.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { observationsOf } from '../rows/table.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import { linearPredictor, totalLikelihood } from '../total-likelihood.js';
import { checksOf } from './checks.js';
import { Comparison, targetsOf } from './compare.js';
import { expectRows } from './simulate-rows.js';
import { decimals8 } from './round.js';
import { outcomeProbabilities } from './scores.js';

/**
 * Evidence of the predictions for held-out rows.
 *
 * @param definition definition with the training estimates
 * @param parameters the same estimates, in the order of the fit
 */
export function holdOut(
  definition: WorkflowDefinition,
  model: Model,
  { nulls }: SampleFit,
  parameters: Float64Array,
  options: RecipeFit,
): Omit<HoldOut, 'segments' | 'settings'> {
  const expected = expectRows(definition, model, model.rows.test);
  const comparison = new Comparison(model, targetsOf(definition), expected);
  const { observations, respondents, ...checks } = checksOf(definition, model, comparison, options);
  const byShares = nulls.find(({ id }) => id === 'constants_only')!;
  return { fit: 'train', observations, respondents, ...scoresOf(model, parameters, byShares.parameters), ...checks };
}

/** Scores of single observations, compared with predictions from the shares of the training sample. */
function scoresOf(
  model: Model,
  parameters: Float64Array,
  byShares: Float64Array,
): Pick<HoldOut, 'scores' | 'mcfadden_r2'> {
  const { bound } = model;
  const { mixture } = bound;
  const { at, design, kernel, count } = heldOutSample(model);
  const plain = constantsDesign(design, bound.equations, bound.constants);
  const loss = heldOutLogLoss(model, parameters);
  const nullLoss = -totalLikelihood(plain, bound.nullKernel?.(at) ?? kernel).value(byShares) / count;
  const predictedBy = (own: Design, values: Float64Array): PredictedProbabilities => ({
    observations: at,
    predictors: (equation) =>
      Float64Array.from({ length: own.rows }, (_, row) => linearPredictor(own.equations[equation]!, row, values)),
    probabilities: (outcomes, kernelOf) => outcomeProbabilities(own, values, outcomes, kernelOf),
  });
  const predicted: PredictedProbabilities = {
    ...predictedBy(design, parameters),
    ...(mixture && {
      mixtureParameters: parameters,
      probabilities: (outcomes, kernelOf) =>
        mixtureProbabilities(design, parameters, outcomes, kernelOf, mixture, earlierOf(model, kernel)),
    }),
  };
  const scores = bound.scores(predicted, predictedBy(plain, byShares));
  return {
    scores: [
      { id: 'log_loss', value: decimals8(loss), null_value: decimals8(nullLoss) },
      ...scores.map(({ id, value, null_value }) => ({
        id,
        value: decimals8(value),
        ...(null_value !== undefined && { null_value: decimals8(null_value) }),
      })),
    ],
    mcfadden_r2: decimals8(1 - loss / nullLoss),
  };
}

/** Held-out observations, and the sum of their weights. */
function heldOutSample({ bound, rows, observations, responses, design: all }: Model) {
  const at = observationsOf(observations, rows.test);
  const design = designAt(all, at, rows, observations);
  // The likelihood of a sample by outcome has other weights than means.
  const weightOf = (k: number, position: number) =>
    rows.sampling ? (design.weights?.[position] ?? 1) : responses[observations.row[k]!]!;
  const count = at.reduce((sum, k, position) => sum + weightOf(k, position), 0);
  return { at, design, kernel: bound.kernel(at), count };
}

/**
 * Mean of minus the logarithm of the predicted probability over the held-out observations. In a series, each one is predicted given the earlier ones.
 *
 * @param parameters estimates of the other observations, in the order of the fit
 */
export function heldOutLogLoss(model: Model, parameters: Float64Array): number {
  const { design, kernel, count } = heldOutSample(model);
  const { mixture } = model.bound;
  const probabilities = () => mixture!.probabilities(design, kernel, parameters, earlierOf(model, kernel));
  return mixture
    ? weightedSum(design, probabilities().map(Math.log)) / -count
    : -totalLikelihood(design, kernel).value(parameters) / count;
}

/** In a series, each row is predicted given the earlier ones. */
function earlierOf({ lastChoice }: Model, observed: LikelihoodKernel): LikelihoodKernel | undefined {
  return lastChoice === undefined ? undefined : observed;
}

function weightedSum({ weights }: Design, values: Float64Array): number {
  return values.reduce((sum, value, row) => sum + (weights?.[row] ?? 1) * value, 0);
}

function mixtureProbabilities(
  design: Design,
  parameters: Float64Array,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
  mixture: Mixture,
  earlier: LikelihoodKernel | undefined,
): Float64Array {
  const probabilities = new Float64Array(design.rows * outcomes);
  for (let outcome = 0; outcome < outcomes; outcome++) {
    mixture
      .probabilities(design, kernelOf(outcome), parameters, earlier)
      .forEach((probability, row) => (probabilities[row * outcomes + outcome] = probability));
  }
  return probabilities;
}
