import type { ConfidenceModels } from './logistic.js';

/**
 * Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, and on the questions of the training writers
 * (bench/questions). Do not edit by hand.
 */
export const fittedModels: ConfidenceModels = {
  hybrid: {
    short: {
      intercept: 1.70344,
      weights: [0.999621, 1.31803, 0.803973, -0.0171451, 0.772345, -1.97739, -1.01876, 1.31249, 3.15229],
      means: [1.05591, 1.15029, 2.55402, 0.810841, 0.563539, 0.190549, 0.478764, 0.0169489, 0.161095],
      deviations: [0.243729, 2.56289, 1.08027, 0.179259, 0.246805, 0.207302, 0.499549, 0.0519281, 0.180579],
    },
    long: {
      intercept: 1.14558,
      weights: [1.77732, 0.997913, 0.145881, -0.50017],
      means: [1.16669, 0.74594, 0.578702, 0.681006],
      deviations: [4.01224, 2.38108, 0.493767, 0.570377],
    },
  },
  lexical: {
    short: {
      intercept: 1.40339,
      weights: [0.945747, 1.04641, 0.46996, 0.265856, 0.638951, 0.268868, 0.394013, 1.39913, 0],
      means: [0.190788, -1.14413, 2.77355, 0.810841, 0.57095, 0.0693675, 0.478764, 0.0151325, 0],
      deviations: [0.0899104, 1.38678, 1.2596, 0.179259, 0.233067, 0.0928044, 0.499549, 0.0695688, 0],
    },
    long: {
      intercept: 0.603413,
      weights: [0.477971, 1.36064, 1.26908, -0.484321],
      means: [1.77468, 0.286673, 0.542463, 0.681006],
      deviations: [2.61192, 1.37886, 0.498194, 0.570377],
    },
  },
};
