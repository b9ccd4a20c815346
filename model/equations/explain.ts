import type { Scenario } from '../definition/scenario.schema.js';
import type { AttributeTable } from '../population/attribute-table.js';
import { compileProducts, type ProductContext, type ProductProgram } from './products/compile-products.js';
import type { States } from './products/evaluate-products.js';
import { rowProduct, rowReader } from './products/product-shapes.js';
import { type CompiledEquations, compileEquations } from './compile-equations.js';
import type { LinearModel } from './linear-model.js';

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
