import type { AttributeTable } from '../../population/attribute-table.js';
import { boxCox } from '../../math/box-cox.js';
import type { ProductProgram } from './compile-products.js';
import { noStates, sourceOf, type States } from './evaluate-products.js';

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
