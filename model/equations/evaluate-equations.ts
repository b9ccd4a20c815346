import { EngineError } from '../engine-error.js';
import type { AttributeTable } from '../population/attribute-table.js';
import { noStates, productValue, type States, viewInputs, addProducts } from './products/evaluate-products.js';
import { multiplyFactors, rowProduct, rowReader } from './products/product-shapes.js';
import type { CompiledEquations } from './compile-equations.js';

/**
 * Evaluates all equations for all agents: `[equation * count + row]`. Terms are summed in the order of the definition.
 *
 * @param firstAgent index of the agent in row 0, for error messages
 * @throws EngineError `utility_not_finite` with equation, term and agent in `meta`
 */
export function evaluateEquations(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  firstAgent: number,
  states: States = noStates,
): Float64Array {
  const { order, starts, model } = compiled;
  const { count } = attributes;
  const view = () => viewInputs(compiled.program, attributes, assigned, states);
  const { program, inputs } = multiplyFactors(compiled.program, attributes, assigned, states) ?? {
    program: compiled.program,
    inputs: view(),
  };
  const values = new Float64Array(model.equations.length * count);
  for (let equation = 0; equation < model.equations.length; equation++) {
    addProducts(program, order, [starts[equation]!, starts[equation + 1]!], inputs, values, equation * count, count);
  }
  if (!areFinite(values)) {
    const k = values.findIndex((value) => !Number.isFinite(value));
    throw notFinite(compiled, view(), Math.floor(k / count), k % count, firstAgent);
  }
  return values;
}

/**
 * Makes a function that evaluates all equations for one agent at a time, with the same results as {@link evaluateEquations}.
 *
 * @returns one value per equation, by row; the next call overwrites the array. It throws EngineError `utility_not_finite`
 */
export function rowEquations(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): (row: number, states?: States, stateRow?: number) => Float64Array {
  const { program, order, starts, model } = compiled;
  const read = rowReader(program, attributes, assigned);
  const values = new Float64Array(model.equations.length);
  return (row, states, stateRow) => {
    const inputs = read(row, states, stateRow);
    for (let equation = 0; equation < values.length; equation++) {
      let value = 0;
      for (let at = starts[equation]!; at < starts[equation + 1]!; at++)
        value += rowProduct(program, order[at]!, inputs);
      values[equation] = value;
    }
    if (!areFinite(values)) {
      const columns = Array.from(inputs, (input) => Float64Array.of(input));
      throw notFinite(
        compiled,
        columns,
        values.findIndex((value) => !Number.isFinite(value)),
        0,
        row,
      );
    }
    return values;
  };
}

/** Tests all values with one comparison: 0 times a number is 0 only if the number is finite. */
function areFinite(values: Float64Array): boolean {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += 0 * values[k]!;
  return sum === 0;
}

/** Finds the term that causes a non-finite sum: the first non-finite term, otherwise the largest. */
function notFinite(
  compiled: CompiledEquations,
  inputs: readonly Float64Array[],
  equation: number,
  row: number,
  firstAgent: number,
): EngineError {
  const { model, program, equations, terms } = compiled;
  let worst = { term: 0, size: -1 };
  for (let k = 0; k < equations.length; k++) {
    if (equations[k] !== equation) continue;
    const value = Math.abs(productValue(program, k, inputs, row));
    const size = Number.isNaN(value) ? Infinity : value;
    if (size > worst.size) worst = { term: terms[k]!, size };
  }
  const term = model.terms[worst.term]?.id;
  const equationId = model.equations[equation];
  const agent = firstAgent + row;
  return new EngineError(
    'utility_not_finite',
    `The utility of ${equationId} is not a finite number for agent ${agent}: see the term ${term}.`,
    { term, alternative: equationId, agent },
  );
}
