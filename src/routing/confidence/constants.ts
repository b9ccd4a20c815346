import type { ConfidenceModels } from './logistic.js';

/**
 * Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, and on the questions of the training writers
 * (bench/questions). Do not edit by hand.
 */
export const fittedModels: ConfidenceModels = {
  hybrid: {
    short: {
      intercept: 1.79397,
      weights: [2.04026, 1.06244, -0.945262, 0.790613, -1.96779, -0.93328, 1.35111, 3.19661],
      means: [1.05591, 1.15029, 0.718998, 0.563539, 0.190549, 0.478764, 0.0169489, 0.161095],
      deviations: [0.243729, 2.56289, 0.18998, 0.246805, 0.207302, 0.499549, 0.0519281, 0.180579],
    },
    long: {
      intercept: 1.16382,
      weights: [1.76214, 1.03293, 0.164558, -0.478061],
      means: [1.20146, 0.721074, 0.573588, 0.681006],
      deviations: [3.97419, 2.32427, 0.494555, 0.570377],
    },
  },
  lexical: {
    short: {
      intercept: 1.36951,
      weights: [1.69336, 0.0227264, 0.620356, 0.824124, 0.36958, 0.47547, 1.31179, 0],
      means: [0.190788, -1.14413, 0.0695707, 0.57095, 0.0693675, 0.478764, 0.0151325, 0],
      deviations: [0.0899104, 1.38678, 0.0568079, 0.233067, 0.0928044, 0.499549, 0.0695688, 0],
    },
    long: {
      intercept: 0.657766,
      weights: [0.492807, 1.344, 1.23984, -0.510001],
      means: [1.69618, 0.720968, 0.543353, 0.681006],
      deviations: [2.58137, 1.24328, 0.498117, 0.570377],
    },
  },
};
