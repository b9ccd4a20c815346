import { EngineError } from '../../engine-error.js';
import { type AttributeTable } from '../../population/attribute-table.js';
import { type Input, type ProductProgram } from './compile-products.js';

/** The numbers of a run that change from step to step: by name, one for each agent. */
export type States = Readonly<Record<string, ArrayLike<number>>>;

export const noStates: States = {};

/** The numbers that a program reads, one array for each of its inputs. */
export function readInputs(
  program: ProductProgram,
  people: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): Float64Array[] {
  return program.inputs.map((input) => {
    const out = new Float64Array(people.count);
    readInput(input, sourceOf(input, people, assigned, states), out);
    return out;
  });
}

/** As `readInputs`, but columns that are read as they are, are not copied: nobody may write to what is returned. */
export function viewInputs(
  program: ProductProgram,
  people: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): Float64Array[] {
  return program.inputs.map((input) => {
    const source = sourceOf(input, people, assigned, states);
    if (input.reading.kind === 'as_is' && source instanceof Float64Array) return source;
    const out = new Float64Array(people.count);
    readInput(input, source, out);
    return out;
  });
}

function sourceOf(
  input: Input,
  people: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States,
): ArrayLike<number> {
  if (input.kind === 'attribute') return people.columns[input.position]!.values;
  if (input.kind === 'assignment') return assigned[input.position]!;
  const values = states[input.state];
  if (!values)
    throw new EngineError('invalid_argument', `The run lacks the state ${input.state}.`, { state: input.state });
  return values;
}

/** Reads one input again into its array: for states, which change from step to step. */
export function readInput({ reading }: Input, source: ArrayLike<number>, out: Float64Array): void {
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

/** Adds product k of every agent to `out[offset + row]`. The order of the multiplications is fixed: the weight, then the factors as listed. */
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

/** Product k of one agent. */
export function productValue(program: ProductProgram, k: number, inputs: readonly Float64Array[], row: number): number {
  let value = program.weights[k]!;
  for (let position = program.starts[k]!; position < program.starts[k + 1]!; position++) {
    value *= inputs[program.factors[position]!]![row]!;
  }
  return value;
}
