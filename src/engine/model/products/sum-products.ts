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
  const weight = (at: number) => program.weights[order[at]!]!;
  const factor = (at: number, position: number) => inputs[program.factors[program.starts[order[at]!]! + position]!]!;
  /** Number of consecutive products with this number of factors, at most 4. */
  const runOf = (length: number, from: number) => {
    let at = from;
    while (at < from + 4 && lengthOf(at) === length) at++;
    return at - from;
  };
  for (let at = start; at < end;) {
    const singles = runOf(1, at);
    if (singles > 1) {
      // A group of two or three is filled up to four with weights of 0.
      const weightOf = (k: number) => (k < singles ? weight(at + k) : 0);
      const factorOf = (k: number) => factor(at + Math.min(k, singles - 1), 0);
      const factors = [factorOf(0), factorOf(1), factorOf(2), factorOf(3)] as const;
      addFour([weightOf(0), weightOf(1), weightOf(2), weightOf(3)], factors, out, offset, count);
      at += singles;
    } else if (runOf(2, at) > 1) {
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
