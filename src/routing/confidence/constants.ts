import type { LogisticModel } from './logistic.js';

// Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, in the order of `featuresOf`. Do not edit by hand.

/** For scores from sentence vectors and words. */
export const hybridModel: LogisticModel = {
  intercept: 2.03042,
  weights: [1.81836, 0.678757, 0.864494, -0.110203, 0.6722, 0.311098, 0.260689, -1.10046],
  means: [1.13072, 0.356678, 2.0627, 0.711536, 0.593826, 0.797638, 2.32007, 0.750767],
  deviations: [0.25307, 0.354008, 3.04221, 0.145167, 0.143856, 0.19765, 1.31483, 0.235502],
};

/** For scores from words only. */
export const lexicalModel: LogisticModel = {
  intercept: 1.38714,
  weights: [1.26654, 0.759396, 1.66751, 0, -1.11371, 0.789466, 0.726956, -0.391182],
  means: [0.230166, 0.124562, -0.572883, 0, 0.421672, 0.797638, 2.69456, 0.0804531],
  deviations: [0.090011, 0.0994807, 1.58856, 0, 0.161167, 0.19765, 1.56961, 0.0682673],
};
