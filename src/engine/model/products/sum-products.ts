import { addProduct } from './evaluate-products.js';
import type { ProductProgram } from './compile-products.js';

/**
 * Adds several products of every agent to `out[offset + row]`, in the given order. The result is bit-identical to calling `addProduct` for
 * each, with fewer memory accesses.
 *
 * @param order indexes of products; `start` (inclusive) to `end` (exclusive) are added
 */
export function addProducts(
  program: ProductProgram,
  order: Int32Array,
  [start, end]: readonly [start: number, end: number],
  inputs: readonly Float64Array[],
  out: Float64Array,
  offset: number,
  count: number,
): void {
  const lengthOf = (at: number) => (at < end ? program.starts[order[at]! + 1]! - program.starts[order[at]!]! : -1);
  const areAll = (length: number, from: number, to: number): boolean =>
    from === to || (lengthOf(from) === length && areAll(length, from + 1, to));
  const weight = (at: number) => program.weights[order[at]!]!;
  const factor = (at: number, position: number) => inputs[program.factors[program.starts[order[at]!]! + position]!]!;
  for (let at = start; at < end;) {
    if (areAll(1, at, at + 4)) {
      const factors = [factor(at, 0), factor(at + 1, 0), factor(at + 2, 0), factor(at + 3, 0)] as const;
      addFour([weight(at), weight(at + 1), weight(at + 2), weight(at + 3)], factors, out, offset, count);
      at += 4;
    } else if (areAll(2, at, at + 2)) {
      const factors = [factor(at, 0), factor(at, 1), factor(at + 1, 0), factor(at + 1, 1)] as const;
      addPairs([weight(at), weight(at + 1)], factors, out, offset, count);
      at += 2;
    } else {
      addProduct(program, order[at]!, inputs, out, offset, count);
      at += 1;
    }
  }
}

type Four<Item> = readonly [Item, Item, Item, Item];

/** Adds four products with one factor each. */
function addFour(
  [u, v, w, x]: Four<number>,
  [a, b, c, d]: Four<Float64Array>,
  out: Float64Array,
  offset: number,
  count: number,
): void {
  for (let row = 0; row < count; row++) {
    out[offset + row] = out[offset + row]! + u * a[row]! + v * b[row]! + w * c[row]! + x * d[row]!;
  }
}

/** Adds two products with two factors each. */
function addPairs(
  [u, v]: readonly [number, number],
  [a, b, c, d]: Four<Float64Array>,
  out: Float64Array,
  offset: number,
  count: number,
): void {
  for (let row = 0; row < count; row++) {
    out[offset + row] = out[offset + row]! + u * a[row]! * b[row]! + v * c[row]! * d[row]!;
  }
}
