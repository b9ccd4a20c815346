import type { Range, Shape } from '../../definition/product.schema.js';
import { log } from '../../math/elementary.js';

// Bound once: Jest gives each test file its own global object, which makes each lookup of `Math` slow.
const { sqrt } = Math;

export type ShapeFunction = (value: number) => number;

/** Function of a factor: part, then scale, then transform. Returns NaN outside the transform's domain, which makes a run fail. */
export function shapeOf({ part, ...shape }: Shape): ShapeFunction {
  const own = transformOf(shape);
  if (!part) return own;
  const { from, to = Infinity } = part;
  if (from === undefined) return (value) => own(value < to ? value : to);
  return (value) => own(value <= from ? 0 : (value < to ? value : to) - from);
}

function transformOf({ scale = 1, transform }: Shape): ShapeFunction {
  switch (transform) {
    case 'log':
      return (value) => log(scale * value);
    case 'log1p':
      return (value) => log(1 + scale * value);
    case 'sqrt':
      return (value) => sqrt(scale * value);
    case 'square':
      return (value) => scale * value * (scale * value);
    case undefined:
      return (value) => scale * value;
  }
}

/** Function that returns 1 within a range, including both ends, and 0 outside. */
export function inRange({ at_least: low = -Infinity, at_most: high = Infinity }: Range): ShapeFunction {
  return (value) => (value >= low && value <= high ? 1 : 0);
}
