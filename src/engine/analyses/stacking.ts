import { exp, log } from '../math/elementary.js';

export interface Stacking {
  /** Weights of the models: not negative, with the sum 1. */
  readonly weights: readonly number[];
  /** Mean negative log predicted probability of the held-out observations, by model and of the weighted models. */
  readonly logLoss: { readonly models: readonly number[]; readonly combined: number };
  readonly iterations: number;
}

const maxIterations = 100_000;
/** Greatest possible improvement of the mean log score at the end, by convexity. */
const tolerance = 1e-9;

/**
 * Weights of several models that maximize the mean log score of their weighted predictions on held-out observations:
 * max over w of Σ log Σ w(k)·p(k, i). The problem is concave, and the fixed point of the EM algorithm for mixture weights is its maximum:
 * w(k) ← w(k) · mean of p(k, i) / Σ w·p(i). With the gradient g(k) of the mean score, max g - 1 bounds the distance to the maximum.
 * Sources: Yao, Vehtari, Simpson and Gelman, "Using stacking to average Bayesian predictive distributions", Bayesian Analysis 13 (2018);
 * Dempster, Laird and Rubin, "Maximum likelihood from incomplete data via the EM algorithm", JRSS B 39 (1977).
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
  let iterations = 0;
  for (; iterations < maxIterations; iterations++) {
    const mixed = mix(relative, weights);
    const gradient = relative.map((own) => {
      let sum = 0;
      for (let i = 0; i < observations; i++) sum += own[i]! / mixed[i]!;
      return sum / observations;
    });
    if (Math.max(...gradient) - 1 <= tolerance) break;
    const next = weights.map((weight, k) => weight * gradient[k]!);
    const total = next.reduce((sum, weight) => sum + weight, 0);
    weights = next.map((weight) => weight / total);
  }
  const lossOf = (values: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < observations; i++) sum -= offsets[i]! + log(values[i]!);
    return sum / observations;
  };
  return {
    weights: Array.from(weights),
    logLoss: {
      models: logPredictions.map((own) => -own.reduce((sum, value) => sum + value, 0) / observations),
      combined: lossOf(mix(relative, weights)),
    },
    iterations,
  };
}

function mix(predictions: readonly Float64Array[], weights: Float64Array): Float64Array {
  const mixed = new Float64Array(predictions[0]!.length);
  predictions.forEach((own, k) => {
    for (let i = 0; i < mixed.length; i++) mixed[i] = mixed[i]! + weights[k]! * own[i]!;
  });
  return mixed;
}
