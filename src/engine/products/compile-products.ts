import { type Attribute, hasCategories } from '../definition/population.schema.js';
import { type Factor } from '../definition/product.schema.js';
import { type Assignment, type Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';

/** A number times factors: a summand of a utility, or a variable that an agent perceives. */
export interface Product {
  readonly weight: number;
  readonly factors: readonly Factor[];
}

/** A column of numbers that products read: an attribute (through a table where it has categories) or an assignment (1 or 0). */
export type Input =
  | { readonly kind: 'attribute'; readonly position: number; readonly table: Float64Array | undefined }
  | { readonly kind: 'assignment'; readonly position: number };

/**
 * Products in flat arrays: product k is `weights[k]` times the inputs `factors[starts[k]]` to `factors[starts[k + 1] - 1]`.
 * Parameters and constants are folded into the weights, so a program belongs to one scenario.
 */
export interface ProductProgram {
  readonly inputs: readonly Input[];
  readonly weights: Float64Array;
  readonly starts: Int32Array;
  readonly factors: Int32Array;
}

export interface ProductContext {
  readonly attributes: readonly Attribute[];
  readonly assignments: readonly Assignment[];
}

export function compileProducts(
  products: readonly Product[],
  context: ProductContext,
  scenario: Scenario,
): ProductProgram {
  const inputs = new Map<string, { index: number; input: Input }>();
  const weights = new Float64Array(products.length);
  const starts = new Int32Array(products.length + 1);
  const factors: number[] = [];
  products.forEach((product, k) => {
    let weight = product.weight;
    for (const factor of product.factors) {
      if ('constant' in factor) weight *= factor.constant;
      else if ('parameter' in factor) weight *= parameterValue(scenario, factor.parameter);
      else factors.push(inputIndex(inputs, factor, context));
    }
    weights[k] = weight;
    starts[k + 1] = factors.length;
  });
  return { inputs: [...inputs.values()].map(({ input }) => input), weights, starts, factors: Int32Array.from(factors) };
}

function parameterValue(scenario: Scenario, id: string): number {
  const value = scenario[id];
  if (value === undefined)
    throw new EngineError('invalid_scenario', `The scenario lacks the parameter ${id}.`, { parameter: id });
  return value;
}

type InputFactor = Exclude<Factor, { parameter: string } | { constant: number }>;

function inputIndex(
  inputs: Map<string, { index: number; input: Input }>,
  factor: InputFactor,
  context: ProductContext,
): number {
  const name = JSON.stringify(factor);
  const known = inputs.get(name);
  if (known) return known.index;
  const index = inputs.size;
  inputs.set(name, { index, input: inputOf(factor, context) });
  return index;
}

function inputOf(factor: InputFactor, { attributes, assignments }: ProductContext): Input {
  if ('assignment' in factor) {
    return { kind: 'assignment', position: assignments.findIndex((assignment) => assignment.id === factor.assignment) };
  }
  const id = 'indicator' in factor ? factor.indicator.attribute : factor.attribute;
  const position = attributes.findIndex((attribute) => attribute.id === id);
  const attribute = attributes[position];
  const table =
    attribute && hasCategories(attribute)
      ? Float64Array.from(attribute.categories, (category) =>
          'indicator' in factor ? Number(factor.indicator.in.includes(category.id)) : (category.value ?? NaN),
        )
      : undefined;
  return { kind: 'attribute', position, table };
}
