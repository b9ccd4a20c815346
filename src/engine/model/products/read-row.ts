import type { AttributeTable } from '../../population/attribute-table.js';
import type { ProductProgram } from './compile-products.js';
import { noStates, sourceOf, type States } from './evaluate-products.js';

/**
 * Reads the inputs of a program for the agent in one row.
 *
 * @param states values by state; `stateRow` is the row of the agent in them
 * @returns one value per input; the next call overwrites the array
 */
export type RowReader = (row: number, states?: States, stateRow?: number) => Float64Array;

/** Makes a function that reads the inputs of a program for one agent at a time. It creates no arrays per agent. */
export function rowReader(
  { inputs }: ProductProgram,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): RowReader {
  const values = new Float64Array(inputs.length);
  const columns = inputs.map((input) => (input.kind === 'state' ? undefined : sourceOf(input, attributes, assigned)));
  return (row, states = noStates, stateRow = row) => {
    for (let k = 0; k < values.length; k++) {
      const input = inputs[k]!;
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
