import { type People } from '../population/people.js';
import { type ProductProgram } from './compile-products.js';

/** The numbers that a program reads, one array for each of its inputs. */
export function readInputs(program: ProductProgram, people: People, assigned: readonly Uint8Array[]): Float64Array[] {
  return program.inputs.map((input) => {
    const out = new Float64Array(people.count);
    if (input.kind === 'assignment') {
      out.set(assigned[input.position]!);
    } else {
      const { values } = people.columns[input.position]!;
      if (!input.table) out.set(values);
      else for (let row = 0; row < out.length; row++) out[row] = input.table[values[row]!]!;
    }
    return out;
  });
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
