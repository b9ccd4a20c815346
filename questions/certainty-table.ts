/**
 * Weights of the probability that a value is right. Fitted by `npm run bench -- interpretation --record` on the development writers
 * (bench/questions). Do not edit by hand.
 */
export const certaintyTable: { threshold: number; intercept: number; weights: Readonly<Record<string, number>> } = {
  threshold: 0.92,
  intercept: 6.376,
  weights: {
    assumed: -1.876,
    rival: -0.9399,
    change: -0.4125,
    doubts: -0.8533,
    choosing: -2.687,
    which: -0.521,
    ranging: -0.9903,
    past: -0.7024,
    'denied option': -1.138,
    asked: -0.8839,
    length: -1.366,
  },
};
