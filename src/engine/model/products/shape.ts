import { type Range, type Shape } from '../../definition/product.schema.js';

export type ShapeFunction = (value: number) => number;

/** The function of a factor: scale first, then the transform. A value outside of the transform's domain gives NaN, which the run refuses. */
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

/** 1 within a range, both ends of which belong to it, and 0 outside. */
export function inRange({ at_least: low = -Infinity, at_most: high = Infinity }: Range): ShapeFunction {
  return (value) => Number(value >= low && value <= high);
}
