/**
 * An uncertain input of a function on the unit cube. A factor of several coordinates is a group of inputs that vary together, such as the
 * coefficients of a model, which are correlated.
 */
export interface Factor {
  readonly id: string;
  /** Number of coordinates. */
  readonly coordinates: number;
}

/** Settings of a factor of one coordinate: all numbers of a range, evenly spaced integers, or options without an order. */
export type ScreenedFactor =
  | { readonly kind: 'number' }
  | { readonly kind: 'integer' | 'options'; /** At least 2. */ readonly count: number };

/** Position of the integer or option at a coordinate, 0 to count - 1. All have equal parts of the coordinate. */
export const stepAt = (uniform: number, count: number) => Math.min(count - 1, Math.floor(uniform * count));

/** Values of one or more figures at a point of the unit cube, with one coordinate after another for each factor. */
export type Evaluate = (point: Float64Array) => ArrayLike<number>;

/** First coordinate of each factor, and the number of all coordinates. */
export function coordinatesOf(factors: readonly Factor[]): { starts: number[]; total: number } {
  const starts: number[] = [];
  const total = factors.reduce((start, { coordinates }) => (starts.push(start), start + coordinates), 0);
  return { starts, total };
}
