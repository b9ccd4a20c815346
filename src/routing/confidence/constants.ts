import type { LogisticModel } from './logistic.js';

// Fitted by `npm run bench -- router` on catalogs drawn from CLINC150 and BANKING77, and on our training questions (bench/questions), in the
// order of `featuresOf`. Do not edit by hand.

/** For scores from sentence vectors and words. */
export const hybridModel: LogisticModel = {
  intercept: 0.846281,
  weights: [
    2.65059, -0.065124, 1.21073, -0.59164, 0.150514, 0.0175049, 0.601552, -0.0871821, 0.792599, -0.559167, 0.200096,
    0.487953, -0.0928956, -1.13829, -1.01005, 1.46811,
  ],
  means: [
    1.01633, 0.251384, 0.94527, 0.661895, 0.515636, 0.79332, 2.47556, 0.691365, 0.319111, 0.196525, 0.766112, 2.67962,
    1.33979, 0.899702, 0.376829, 0.154068,
  ],
  deviations: [
    0.257644, 0.276999, 2.52849, 0.141346, 0.144515, 0.185182, 1.03235, 0.189267, 0.200116, 0.244758, 0.423302,
    0.600315, 0.34996, 0.57047, 0.240037, 0.23855,
  ],
};

/** For scores from words only. */
export const lexicalModel: LogisticModel = {
  intercept: 0.70345,
  weights: [
    2.18819, 0.208185, 0.851508, 0, -0.742819, 0.357495, 1.44089, 1.65138, 0.553141, -1.10869, 0.200812, 0.366467,
    -0.027515, -0.504629, -0.566651, 0.254783,
  ],
  means: [
    0.173305, 0.0869548, -1.2845, 0, 0.317493, 0.79332, 2.69491, 0.0603537, 0.117264, 0.200229, 0.766112, 2.68021,
    0.795125, 0.326122, 0.217092, 0.261932,
  ],
  deviations: [
    0.0917211, 0.0852536, 1.32983, 0, 0.163927, 0.185182, 1.21074, 0.052646, 0.1104, 0.190344, 0.423302, 0.60088,
    0.342053, 0.29999, 0.178155, 0.316099,
  ],
};

/** For the best sentence of a long question, in the order of `featuresOfLongQuestion`. */
export const longModels: Record<'hybrid' | 'lexical', LogisticModel> = {
  hybrid: {
    intercept: 0.0926842,
    weights: [1.50614, 0.627053, 0.177373, -0.27016],
    means: [-0.241644, -0.251381, 0.554149, 0.647517],
    deviations: [2.8817, 1.827, 0.497059, 0.552946],
  },
  lexical: {
    intercept: 0.159242,
    weights: [0.961646, 0.9999, 0.368255, -0.298309],
    means: [-0.0749621, 1.28539, 0.52602, 0.647517],
    deviations: [1.93473, 1.67262, 0.499323, 0.552946],
  },
};
