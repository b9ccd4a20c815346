import { exp } from '../../math/elementary.js';
import { logGamma } from '../../math/gamma.js';
import { lowerGamma, scaledGammaDensity, upperGamma } from '../../math/incomplete-gamma.js';

/** Gamma distribution of the amounts above 0 of one agent. The variance is mean² / shape. */
export interface GammaAmounts {
  readonly mean: number;
  readonly shape: number;
  /** ln Γ(shape). */
  readonly logGammaOfShape: number;
}

// Drawn coefficients can be extreme. Beyond these limits, all amounts are 0 or equal the mean within 0.3%.
const [leastShape, greatestShape] = [1e-300, 1e5];

/** Shape k of a coefficient log k. */
export function shapeOf(logShape: number): number {
  return Math.min(greatestShape, Math.max(leastShape, exp(logShape)));
}

export function gammaAmounts(mean: number, shape: number): GammaAmounts {
  return { mean, shape, logGammaOfShape: logGamma(shape) };
}

/** Probability of an amount below `amount`. */
export function probabilityBelow({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  if (!(x < Infinity)) return amount > 0 ? 1 : 0;
  return lowerGamma(shape, x, logGammaOfShape);
}

/** Probability of an amount of at least `amount`, without loss of precision for small values. */
export function probabilityFrom({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  if (!(x < Infinity)) return amount > 0 ? 0 : 1;
  return upperGamma(shape, x, logGammaOfShape);
}

/** Derivative of {@link probabilityBelow} with respect to the log of the mean. */
export function byLogMean({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  return amount > 0 && x < Infinity ? -scaledGammaDensity(shape, x, logGammaOfShape) : 0;
}

const step = 1e-3;

/** Derivative of {@link probabilityBelow} with respect to the log of the shape, which has no closed form: five-point difference, to about 10 digits. */
export function byLogShape({ mean, shape }: GammaAmounts, amount: number): number {
  if (!(amount > 0)) return 0;
  const at = (change: number) => probabilityBelow(gammaAmounts(mean, shape * exp(change * step)), amount);
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step);
}
