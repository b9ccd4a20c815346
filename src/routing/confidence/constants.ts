import type { LogisticModel } from './logistic.js';

// Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, in the order of `featuresOf`. Not to be edited by hand.

/** Meaning and words. */
export const hybridModel: LogisticModel = {
  intercept: 2.03021,
  weights: [1.8469, 0.674601, 0.855712, -0.134595, 0.671709, 0.311715, 0.249755, -1.10236],
  means: [1.13077, 0.356896, 2.06397, 0.711565, 0.593852, 0.797638, 2.32044, 0.750733],
  deviations: [0.253013, 0.354216, 3.04257, 0.145154, 0.143842, 0.19765, 1.31478, 0.235561],
};

/** Words alone. */
export const lexicalModel: LogisticModel = {
  intercept: 1.38794,
  weights: [1.26292, 0.771348, 1.65733, 0, -1.1134, 0.794465, 0.719946, -0.392034],
  means: [0.230204, 0.124595, -0.572495, 0, 0.421717, 0.797638, 2.69484, 0.0804582],
  deviations: [0.0899908, 0.099485, 1.58852, 0, 0.161141, 0.19765, 1.56956, 0.0682768],
};
