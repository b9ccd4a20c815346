/**
 * Weights of the probability that a value is right. Fitted by `npm run bench -- interpretation --record` on the development writers
 * (bench/questions). Do not edit by hand.
 */
export const certaintyTable: { threshold: number; intercept: number; weights: Readonly<Record<string, number>> } = {
  threshold: 0.92,
  intercept: 6.372,
  weights: {
    assumed: -1.875,
    rival: -0.9397,
    change: -0.4181,
    doubts: -0.8523,
    choosing: -2.686,
    which: -0.5206,
    ranging: -0.9891,
    past: -0.7026,
    'denied option': -1.139,
    asked: -0.8871,
    length: -1.363,
  },
};
