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
  /** Summands by term, then equation. */
  readonly contributions: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Explainer {
  readonly equations: CompiledEquations;
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
  return {
    equations: compileEquations(model, context, scenario),
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
  const { equations, variables } = explainer;
  const { model } = equations;
  const variableInputs = readInputs(variables.program, attributes, assigned, states);
  const perceived = nest(variables.places, (place, k) => [
    place.variable,
    place.equation,
    productValue(variables.program, k, variableInputs, row),
  ]);
  const termInputs = readInputs(equations.program, attributes, assigned, states);
  const contributions = nest([...equations.terms], (term, k) => [
    model.terms[term]!.id,
    model.equations[equations.equations[k]!]!,
    productValue(equations.program, k, termInputs, row),
  ]);
  return { perceived, contributions };
}

function nest<Item>(
  items: readonly Item[],
  place: (item: Item, position: number) => [outer: string, inner: string, value: number],
): Record<string, Record<string, number>> {
  const table = Object.create(null) as Record<string, Record<string, number>>;
  items.forEach((item, position) => {
    const [outer, inner, value] = place(item, position);
    (table[outer] ??= {})[inner] = value;
  });
  return table;
}
