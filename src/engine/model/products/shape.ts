import type { Range, Shape } from '../../definition/product.schema.js';

export type ShapeFunction = (value: number) => number;

/** Function of a factor: scale, then transform. Returns NaN outside the transform's domain, which makes a run fail. */
export function shapeOf({ scale = 1, transform }: Shape): ShapeFunction {
  switch (transform) {
    case 'log':
      return (value) => Math.log(scale * value);
    case 'log1p':
      return (value) => Math.log(1 + scale * value);
    case 'sqrt':
      return (value) => Math.sqrt(scale * value);
    case 'square':
      return (value) => scale * value * (scale * value);
    case undefined:
      return (value) => scale * value;
  }
}

/** Function that returns 1 within a range, including both ends, and 0 outside. */
export function inRange({ at_least: low = -Infinity, at_most: high = Infinity }: Range): ShapeFunction {
  return (value) => Number(value >= low && value <= high);
}
