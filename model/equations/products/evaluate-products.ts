import { EngineError } from '../../engine-error.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import { boxCox } from '../../math/box-cox.js';
import type { BoxCoxInput, ColumnInput, Input, ProductProgram } from './compile-products.js';

// Bound once: Jest gives each test file its own global object, which makes each lookup of a global slow.
const FloatArray = Float64Array;

/** Values that vary over the steps of a run, by state name: one value per agent. */
export type States = Readonly<Record<string, ArrayLike<number>>>;

export const noStates: States = {};

/** Input values of a program: one array per input, with one value per agent. Columns without conversion are not copied: callers must not modify the arrays. */
export function viewInputs(
  program: ProductProgram,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): Float64Array[] {
  return program.inputs.map((input) => viewInput(input, attributes, assigned, states));
}

/** Values of one input, as of `viewInputs`. */
export function viewInput(
  input: Input,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States,
): Float64Array {
  if (input.kind === 'box_cox') return boxCoxColumn(input, attributes, assigned, states, 0);
  const source = sourceOf(input, attributes, assigned, states);
  if (input.reading.kind === 'as_is' && source instanceof FloatArray) return source;
  const out = new Float64Array(attributes.count);
  readInput(input, source, out);
  return out;
}

/**
 * Box-Cox transform of each agent, or its derivative with respect to the power.
 *
 * @param order order of the derivative
 */
export function boxCoxColumn(
  { inner, power }: BoxCoxInput,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States,
  order: 0 | 1,
): Float64Array {
  const values = new FloatArray(attributes.count);
  addProduct(inner, 0, viewInputs(inner, attributes, assigned, states), values, 0, attributes.count);
  for (let row = 0; row < values.length; row++) values[row] = boxCox(values[row]!, power, order);
  return values;
}

/** The column of an input. */
export function sourceOf(
  input: ColumnInput,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): ArrayLike<number> {
  if (input.kind === 'attribute') return attributes.columns[input.position]!.values;
  if (input.kind === 'assignment') return assigned[input.position]!;
  const values = states[input.state];
  if (!values)
    throw new EngineError('invalid_argument', `The run lacks the state ${input.state}.`, { state: input.state });
  return values;
}

function readInput({ reading }: ColumnInput, source: ArrayLike<number>, out: Float64Array): void {
  switch (reading.kind) {
    case 'as_is':
      for (let row = 0; row < out.length; row++) out[row] = source[row]!;
      break;
    case 'table':
      for (let row = 0; row < out.length; row++) out[row] = reading.table[source[row]!]!;
      break;
    case 'function':
      for (let row = 0; row < out.length; row++) out[row] = reading.apply(source[row]!);
      break;
  }
}

/** Adds product k of every agent to `out[offset + row]`. Multiplications have a fixed order: the weight, then the factors as listed. */
export function addProduct(
  program: ProductProgram,
  k: number,
  inputs: readonly Float64Array[],
  out: Float64Array,
  offset: number,
  count: number,
): void {
  const weight = program.weights[k]!;
  const start = program.starts[k]!;
  const length = program.starts[k + 1]! - start;
  const first = inputs[program.factors[start]!];
  const second = inputs[program.factors[start + 1]!];
  if (length === 0) {
    for (let row = 0; row < count; row++) out[offset + row] = out[offset + row]! + weight;
  } else if (length === 1) {
    for (let row = 0; row < count; row++) out[offset + row] = out[offset + row]! + weight * first![row]!;
  } else if (length === 2) {
    for (let row = 0; row < count; row++)
      out[offset + row] = out[offset + row]! + weight * first![row]! * second![row]!;
  } else {
    for (let row = 0; row < count; row++)
      out[offset + row] = out[offset + row]! + productValue(program, k, inputs, row);
  }
}

/** Value of product k for one agent. */
export function productValue(program: ProductProgram, k: number, inputs: readonly Float64Array[], row: number): number {
  let value = program.weights[k]!;
  for (let position = program.starts[k]!; position < program.starts[k + 1]!; position++) {
    value *= inputs[program.factors[position]!]![row]!;
  }
  return value;
}

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
