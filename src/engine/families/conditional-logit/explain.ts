import { type Scenario } from '../../definition/scenario.schema.js';
import { type People } from '../../population/people.js';
import { compileProducts, type ProductContext, type ProductProgram } from '../../products/compile-products.js';
import { productValue, readInputs } from '../../products/evaluate-products.js';
import { type CompiledUtilities, compileUtilities } from './compile.js';
import { type ConditionalLogit } from './schema.js';

/** What one agent perceives and how it weighs it, under one scenario. */
export interface Explanation {
  /** What the agent perceives: variable → alternative → value in the variable's unit. Alternatives without the variable are left out. */
  readonly perceived: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Summands of the utilities: term → alternative → utility. */
  readonly contributions: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Explainer {
  readonly utilities: CompiledUtilities;
  readonly variables: {
    readonly program: ProductProgram;
    readonly places: readonly { variable: string; alternative: string }[];
  };
}

export function compileExplainer(decision: ConditionalLogit, context: ProductContext, scenario: Scenario): Explainer {
  const places = decision.variables.flatMap((variable) =>
    Object.entries(variable.alternatives).map(([alternative, factors]) => ({
      variable: variable.id,
      alternative,
      factors,
    })),
  );
  const products = places.map(({ factors }) => ({ weight: 1, factors }));
  return {
    utilities: compileUtilities(decision, context, scenario),
    variables: { program: compileProducts(products, context, scenario), places },
  };
}

/** Explains the one agent of `person`. */
export function explain(explainer: Explainer, person: People, assigned: readonly Uint8Array[]): Explanation {
  const { utilities, variables } = explainer;
  const seen = readInputs(variables.program, person, assigned);
  const perceived = nest(variables.places, (place, k) => [
    place.variable,
    place.alternative,
    productValue(variables.program, k, seen, 0),
  ]);
  const weighed = readInputs(utilities.program, person, assigned);
  const contributions = nest([...utilities.terms], (term, k) => [
    utilities.decision.terms[term]!.id,
    utilities.decision.alternatives[utilities.alternatives[k]!]!.id,
    productValue(utilities.program, k, weighed, 0),
  ]);
  return { perceived, contributions };
}

function nest<Item>(
  items: readonly Item[],
  place: (item: Item, position: number) => [outer: string, inner: string, value: number],
): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  items.forEach((item, position) => {
    const [outer, inner, value] = place(item, position);
    (table[outer] ??= {})[inner] = value;
  });
  return table;
}
