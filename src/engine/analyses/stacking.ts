import { exp, log } from '../math/elementary.js';
import { minimizeNonnegative } from '../math/nonnegative-quadratic.js';

export interface Stacking {
  /** Weights of the models: not negative, with the sum 1. */
  readonly weights: readonly number[];
  /** Mean negative log predicted probability of the held-out observations, by model and of the weighted models. */
  readonly logLoss: { readonly models: readonly number[]; readonly combined: number };
  readonly observations: number;
  /** Passes over all predictions. */
  readonly passes: number;
  /** Whether no other weights can improve the mean log score by more than 1e-9. */
  readonly isConverged: boolean;
}

const maxPasses = 300;
/** Greatest possible improvement of the mean log score at the end, by concavity. */
const tolerance = 1e-9;
/** Shortest part of a step that is tried. */
const minStep = 2 ** -30;
/** Rounding error of a mean log score. */
const rounding = 1e-14;

/**
 * Weights of several models that maximize the mean log score of their weighted predictions on held-out observations:
 * max over w of Σ log Σ w(k)·p(k, i). The problem is concave. Each step maximizes the quadratic approximation of the mean score minus Σ w over
 * weights that are not negative, whose maximum has the sum 1, and is shortened until the score rises. With the gradient g(k) of the mean
 * score, max g - 1 bounds the distance to the maximum.
 * Sources: Yao, Vehtari, Simpson and Gelman, "Using stacking to average Bayesian predictive distributions", Bayesian Analysis 13 (2018);
 * Kim, Carbonetto, Stephens and Anitescu, "A fast algorithm for maximum likelihood estimation of mixture proportions using sequential
 * quadratic programming", Journal of Computational and Graphical Statistics 29 (2020).
 *
 * @param logPredictions log predicted probability of each observation, by model; all models have the same observations, at least one
 */
export function stack(logPredictions: readonly (readonly number[])[]): Stacking {
  const models = logPredictions.length;
  const observations = logPredictions[0]!.length;
  // Relative to the greatest prediction of each observation, so that small probabilities do not vanish.
  const offsets = Float64Array.from({ length: observations }, (_, i) =>
    logPredictions.reduce((greatest, own) => Math.max(greatest, own[i]!), -Infinity),
  );
  const relative = logPredictions.map((own) => Float64Array.from(own, (value, i) => exp(value - offsets[i]!)));
  let weights = new Float64Array(models).fill(1 / models);
  let own = scoreAt(relative, weights);
  let passes = 1;
  let isConverged: boolean;
  for (;;) {
    const { gradient, curvature } = derivatives(relative, own.mixed);
    passes++;
    isConverged = Math.max(...gradient) - 1 <= tolerance;
    if (isConverged || passes >= maxPasses) break;
    // The gradient of the score minus Σ w is g - 1, and curvature · weights = g.
    const aim = minimizeNonnegative(
      curvature,
      gradient.map((value) => 2 * value - 1),
      weights,
    );
    let next: { weights: Float64Array<ArrayBuffer>; score: Score } | undefined;
    for (let step = 1; step >= minStep && !next && passes < maxPasses; step /= 2) {
      const moved = normalized(weights.map((weight, k) => Math.max(0, weight + step * (aim[k]! - weight))));
      const score = scoreAt(relative, moved);
      passes++;
      const expected = gradient.reduce((sum, value, k) => sum + value * (moved[k]! - weights[k]!), 0);
      if (score.mean >= own.mean + 1e-4 * expected - rounding) next = { weights: moved, score };
    }
    if (!next) break;
    weights = next.weights;
    own = next.score;
  }
  return {
    weights: Array.from(weights),
    logLoss: {
      models: logPredictions.map((values) => -values.reduce((sum, value) => sum + value, 0) / observations),
      combined: -offsets.reduce((sum, offset) => sum + offset, 0) / observations - own.mean,
    },
    observations,
    passes,
    isConverged,
  };
}

interface Score {
  /** Weighted prediction of each observation, relative to the greatest one. */
  readonly mixed: Float64Array;
  /** Mean logarithm of the weighted predictions. */
  readonly mean: number;
}

function scoreAt(predictions: readonly Float64Array[], weights: Float64Array): Score {
  const mixed = new Float64Array(predictions[0]!.length);
  predictions.forEach((own, k) => {
    for (let i = 0; i < mixed.length; i++) mixed[i] = mixed[i]! + weights[k]! * own[i]!;
  });
  let sum = 0;
  for (let i = 0; i < mixed.length; i++) sum += log(mixed[i]!);
  return { mixed, mean: sum / mixed.length };
}

/** Gradient of the mean score, and its second derivatives with the opposite sign. */
function derivatives(predictions: readonly Float64Array[], mixed: Float64Array) {
  const count = mixed.length;
  const ratios = predictions.map((own) => own.map((value, i) => value / mixed[i]!));
  const meanOf = (at: (i: number) => number) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += at(i);
    return sum / count;
  };
  const gradient = ratios.map((own) => meanOf((i) => own[i]!));
  const curvature = ratios.map(() => new Array<number>(ratios.length).fill(0));
  ratios.forEach((own, k) => {
    for (let j = 0; j <= k; j++) {
      const other = ratios[j]!;
      curvature[k]![j] = curvature[j]![k] = meanOf((i) => own[i]! * other[i]!);
    }
  });
  return { gradient, curvature };
}

function normalized(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}
