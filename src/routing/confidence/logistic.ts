/** A logistic regression on standardized features. */
export interface LogisticModel {
  intercept: number;
  weights: number[];
  means: number[];
  deviations: number[];
}

/** Models of the confidence, with sentence vectors and with words only. */
export type ConfidenceModels = Record<
  'hybrid' | 'lexical',
  {
    /** For a single text, in the order of `featuresOf`. */
    short: LogisticModel;
    /** For the best sentence of a long question, in the order of `featuresOfLongQuestion`. */
    long: LogisticModel;
  }
>;

/** Predicts the probability. A feature that never varied in training has no effect; values are limited to the range seen in training. */
export function predict(model: LogisticModel, features: readonly number[]): number {
  let sum = model.intercept;
  features.forEach((value, k) => (sum += model.weights[k]! * standardized(model, value, k)));
  return 1 / (1 + Math.exp(-sum));
}

const maxStandardizedValue = 4;
/** A feature in standard deviations from its mean. */
export function standardized(
  { means, deviations }: Pick<LogisticModel, 'means' | 'deviations'>,
  value: number,
  k: number,
) {
  const deviation = deviations[k]!;
  return deviation < 1e-9
    ? 0
    : Math.max(-maxStandardizedValue, Math.min(maxStandardizedValue, (value - means[k]!) / deviation));
}

/**
 * Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, and on the questions of the training writers
 * (bench/questions). Do not edit by hand.
 */
export const fittedModels: ConfidenceModels = {
  hybrid: {
    short: {
      intercept: 1.65628,
      weights: [1.98424, 1.0476, -0.885095, 0.790778, -1.33285, 0.341545, 1.39326, 3.85333, -2.60198],
      means: [1.05449, 1.04025, 0.719462, 0.561513, 0.191837, 0.484733, 0.016175, 0.162467, 0.226257],
      deviations: [0.242314, 2.58776, 0.188453, 0.246787, 0.206002, 0.499767, 0.051304, 0.179399, 0.236466],
    },
    long: {
      intercept: 1.01792,
      weights: [1.85868, 1.06762, 0.192283, -0.56271],
      means: [1.03484, 0.673708, 0.550967, 0.686123],
      deviations: [3.87354, 2.30949, 0.497396, 0.56969],
    },
  },
  lexical: {
    short: {
      intercept: 1.25712,
      weights: [1.72099, -0.00433457, 0.652421, 0.812619, 0.394725, 0.423851, 1.22781, 0, 0],
      means: [0.189329, -1.21426, 0.0684756, 0.56907, 0.0692715, 0.484733, 0.0142996, 0, 0],
      deviations: [0.0900778, 1.41106, 0.0567617, 0.232575, 0.0922639, 0.499767, 0.0687824, 0, 0],
    },
    long: {
      intercept: 0.576215,
      weights: [0.450932, 1.35757, 1.26314, -0.501784],
      means: [1.48262, 0.527375, 0.530537, 0.686123],
      deviations: [2.51396, 1.22035, 0.499067, 0.56969],
    },
  },
};
