import type { Scenario } from '../definition/scenario.schema.js';
import type { AttributeTable } from '../population/attribute-table.js';
import { compileProducts, type ProductContext, type ProductProgram } from './products/compile-products.js';
import { noStates, productValue, readInputs, type States } from './products/evaluate-products.js';
import { type CompiledEquations, compileEquations } from './compile-equations.js';
import type { LinearModel } from './linear-model.js';

/** Variables and contributions of one agent under one scenario. */
export interface Explanation {
  /** Perceived values by variable, then equation, in the variable's unit. Equations without the variable are omitted. */
  readonly perceived: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Each product of the equations, without its coefficient. Individual coefficients of an agent are included. */
  readonly units: Float64Array;
  /** Each product of the equations: its summand of the equation. */
  readonly contributions: Float64Array;
}

export interface Explainer {
  readonly equations: CompiledEquations;
  /** Coefficient of each product; 1 if each agent has an individual coefficient. */
  readonly coefficients: Float64Array;
  readonly unitProgram: ProductProgram;
  readonly variables: {
    readonly program: ProductProgram;
    readonly places: readonly { variable: string; equation: string }[];
  };
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
    variables: { program: compileProducts(products, context, scenario), places },
  };
}

/** Explains the agent in one row of `attributes`. */
export function explain(
  explainer: Explainer,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
  row = 0,
): Explanation {
  const { unitProgram, coefficients, variables } = explainer;
  const variableInputs = readInputs(variables.program, attributes, assigned, states);
  const perceived = Object.create(null) as Record<string, Record<string, number>>;
  variables.places.forEach(({ variable, equation }, k) => {
    (perceived[variable] ??= {})[equation] = productValue(variables.program, k, variableInputs, row);
  });
  const inputs = readInputs(unitProgram, attributes, assigned, states);
  const units = new Float64Array(coefficients.length);
  const contributions = new Float64Array(coefficients.length);
  for (let k = 0; k < units.length; k++) {
    units[k] = productValue(unitProgram, k, inputs, row);
    contributions[k] = units[k]! * coefficients[k]!;
  }
  return { perceived, units, contributions };
}

/** Value of each equation: the sum of its contributions. */
export function equationValues({ equations: { equations, model } }: Explainer, { contributions }: Explanation) {
  const values = new Float64Array(model.equations.length);
  for (let k = 0; k < contributions.length; k++) {
    values[equations[k]!] = values[equations[k]!]! + contributions[k]!;
  }
  return values;
}
