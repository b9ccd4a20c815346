import type { AttributeTable } from '../../population/attribute-table.js';
import { boxCox } from '../../math/box-cox.js';
import type { ProductProgram } from './compile-products.js';
import { noStates, sourceOf, type States, viewInput } from './evaluate-products.js';

/**
 * Reads the inputs of a program for the agent in one row.
 *
 * @param states values by state; `stateRow` is the row of the agent in them
 * @returns one value per input; the next call overwrites the array
 */
export type RowReader = (row: number, states?: States, stateRow?: number) => Float64Array;

/**
 * Makes a function that reads the inputs of a program for one agent at a time. It creates no arrays per agent.
 *
 * @param order order of the derivative of Box-Cox transforms with respect to their powers. Default: 0, the transforms
 */
export function rowReader(
  { inputs }: ProductProgram,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  order: 0 | 1 = 0,
): RowReader {
  const values = new Float64Array(inputs.length);
  const columns = inputs.map((input) =>
    input.kind === 'attribute' || input.kind === 'assignment' ? sourceOf(input, attributes, assigned) : undefined,
  );
  const inner = inputs.map((input) =>
    input.kind === 'box_cox' ? rowReader(input.inner, attributes, assigned) : undefined,
  );
  return (row, states = noStates, stateRow = row) => {
    for (let k = 0; k < values.length; k++) {
      const input = inputs[k]!;
      if (input.kind === 'box_cox') {
        values[k] = boxCox(rowProduct(input.inner, 0, inner[k]!(row, states, stateRow)), input.power, order);
        continue;
      }
      const column = columns[k];
      const value = column ? column[row]! : sourceOf(input, attributes, assigned, states)[stateRow]!;
      const { reading } = input;
      if (reading.kind === 'as_is') values[k] = value;
      else values[k] = reading.kind === 'table' ? reading.table[value]! : reading.apply(value);
    }
    return values;
  };
}

/** Value of product k for the agent whose inputs were read. */
export function rowProduct({ weights, starts, factors }: ProductProgram, k: number, values: Float64Array): number {
  let value = weights[k]!;
  const end = starts[k + 1]!;
  for (let position = starts[k]!; position < end; position++) value *= values[factors[position]!]!;
  return value;
}

/** Product of the factors of each product of a program, by agent. Undefined if it can differ between evaluations. */
type ProductColumns = readonly (Float64Array | undefined)[];

/** By the factors of a program, which its layout shares. */
const knownOf = new WeakMap<AttributeTable, WeakMap<Int32Array, ProductColumns>>();

/**
 * Prepares agents that are evaluated many times: `multiplyFactors` multiplies their attributes at the first evaluation and keeps the products.
 * The values of equations then differ from those without this preparation in rounding only.
 */
export function rememberProducts(attributes: AttributeTable): void {
  knownOf.set(attributes, new WeakMap());
}

/** Multiplies the factors of each product, so that each has one factor. Returns undefined unless the products of the agents are remembered. */
export function multiplyFactors(
  program: ProductProgram,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States,
): { program: ProductProgram; inputs: readonly Float64Array[] } | undefined {
  const remembered = knownOf.get(attributes);
  if (!remembered) return undefined;
  const columnOf = (product: number): Float64Array => {
    const [first, ...others] = inputsOf(program, product).map((input) =>
      viewInput(input, attributes, assigned, states),
    );
    if (!first) return new Float64Array(attributes.count).fill(1);
    return others.reduce((values, other) => values.map((value, row) => value * other[row]!), first);
  };
  let known = remembered.get(program.factors);
  if (!known) {
    const isKnown = (product: number) => inputsOf(program, product).every(({ kind }) => kind === 'attribute');
    known = Array.from(program.weights, (_, product) => (isKnown(product) ? columnOf(product) : undefined));
    remembered.set(program.factors, known);
  }
  const positions = Int32Array.from({ length: known.length + 1 }, (_, product) => product);
  return {
    program: { inputs: [], weights: program.weights, starts: positions, factors: positions },
    inputs: known.map((column, product) => column ?? columnOf(product)),
  };
}

function inputsOf({ inputs, factors, starts }: ProductProgram, product: number) {
  return Array.from(factors.subarray(starts[product], starts[product + 1]), (input) => inputs[input]!);
}
