import { type Scenario } from '../definition/scenario.schema.js';
import { type AttributeTable } from '../population/attribute-table.js';
import { compileProducts, type ProductContext, type ProductProgram } from './products/compile-products.js';
import { noStates, productValue, readInputs, type States } from './products/evaluate-products.js';
import { type CompiledEquations, compileEquations } from './compile-equations.js';
import { type LinearModel } from './linear-model.js';

/** What one agent perceives and how it weighs it, under one scenario. */
export interface Explanation {
  /** What the agent perceives: variable → equation → value in the variable's unit. Equations without the variable are left out. */
  readonly perceived: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Summands: term → equation → value. */
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

/** Explains the agent of one row of `people`. */
export function explain(
  explainer: Explainer,
  people: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
  row = 0,
): Explanation {
  const { equations, variables } = explainer;
  const { model } = equations;
  const seen = readInputs(variables.program, people, assigned, states);
  const perceived = nest(variables.places, (place, k) => [
    place.variable,
    place.equation,
    productValue(variables.program, k, seen, row),
  ]);
  const weighed = readInputs(equations.program, people, assigned, states);
  const contributions = nest([...equations.terms], (term, k) => [
    model.terms[term]!.id,
    model.equations[equations.equations[k]!]!,
    productValue(equations.program, k, weighed, row),
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
