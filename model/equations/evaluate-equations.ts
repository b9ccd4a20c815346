import { EngineError } from '../engine-error.js';
import type { AttributeTable } from '../population/attribute-table.js';
import { noStates, productValue, type States, viewInputs, addProducts } from './products/evaluate-products.js';
import { multiplyFactors, rowProduct, rowReader } from './products/product-shapes.js';
import { type CompiledEquations, compileEquations } from './compile-equations.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { compileProducts, type ProductContext, type ProductProgram } from './products/compile-products.js';
import type { LinearModel } from './linear-model.js';

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
      const equation = values.findIndex((value) => !Number.isFinite(value));
      throw notFinite(compiled, columns, equation, 0, row);
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

/** Variables and contributions of one agent under one scenario. */
export interface Explanation {
  /** Perceived values, at the positions that `perceivedAt` of the explainer returns, in the unit of the variable. */
  readonly perceived: Float64Array;
  /** Each product of the equations, without its coefficient. Individual coefficients of an agent are included. */
  readonly units: Float64Array;
  /** Each product of the equations: its summand of the equation. */
  readonly contributions: Float64Array;
  /** Derivative of each contribution with respect to the power of its Box-Cox transform; 0 without one. */
  readonly powerSlopes: Float64Array;
}

export interface Explainer {
  readonly equations: CompiledEquations;
  /** Coefficient of each product; 1 if each agent has an individual coefficient. */
  readonly coefficients: Float64Array;
  readonly unitProgram: ProductProgram;
  readonly variableProgram: ProductProgram;
  /** Position of a variable in one equation in `Explanation.perceived`; undefined if the equation does not have the variable. */
  readonly perceivedAt: (variable: string, equation: string) => number | undefined;
}

export function compileExplainer(model: LinearModel, context: ProductContext, scenario: Scenario): Explainer {
  const places = model.variables.flatMap((variable) =>
    Object.entries(variable.equations).map(([equation, factors]) => ({ variable: variable.id, equation, factors })),
  );
  const products = places.map(({ factors }) => ({ weight: 1, factors }));
  const equations = compileEquations(model, context, scenario);
  return {
    equations,
    coefficients: Float64Array.from(equations.coefficients, (k) => (k < 0 ? 1 : model.coefficients[k]!.estimate)),
    unitProgram: { ...equations.program, weights: equations.unitWeights },
    variableProgram: compileProducts(products, context, scenario),
    perceivedAt: (variable, equation) => {
      const position = places.findIndex((place) => place.variable === variable && place.equation === equation);
      return position < 0 ? undefined : position;
    },
  };
}

/**
 * Makes a function that explains the agent in one row. The next call overwrites the explanation.
 *
 * @param attributes the agents
 */
export function rowExplainer(
  { unitProgram, variableProgram, coefficients, equations }: Explainer,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): (row: number, states?: States, stateRow?: number) => Explanation {
  const readVariables = rowReader(variableProgram, attributes, assigned);
  const readUnits = rowReader(unitProgram, attributes, assigned);
  const perceived = new Float64Array(variableProgram.weights.length);
  const units = new Float64Array(coefficients.length);
  const contributions = new Float64Array(coefficients.length);
  const powerSlopes = new Float64Array(coefficients.length);
  const transformed = Array.from(coefficients.keys()).filter((k) => equations.powers[k]! >= 0);
  const readSlopes = rowReader(unitProgram, attributes, assigned, 1);
  return (row, states, stateRow) => {
    const variableInputs = readVariables(row, states, stateRow);
    for (let k = 0; k < perceived.length; k++) perceived[k] = rowProduct(variableProgram, k, variableInputs);
    const inputs = readUnits(row, states, stateRow);
    for (let k = 0; k < units.length; k++) {
      units[k] = rowProduct(unitProgram, k, inputs);
      contributions[k] = units[k]! * coefficients[k]!;
    }
    if (transformed.length > 0) {
      const slopes = readSlopes(row, states, stateRow);
      for (const k of transformed) powerSlopes[k] = rowProduct(unitProgram, k, slopes) * coefficients[k]!;
    }
    return { perceived, units, contributions, powerSlopes };
  };
}

/** Value of each equation: the sum of its contributions. */
export function equationValues(
  { equations: { equations, model } }: Explainer,
  { contributions }: Explanation,
): Float64Array {
  const values = new Float64Array(model.equations.length);
  for (let k = 0; k < contributions.length; k++) {
    values[equations[k]!] = values[equations[k]!]! + contributions[k]!;
  }
  return values;
}
