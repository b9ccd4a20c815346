import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import type { Factor, Indicator, Range, Shape } from '../../definition/product.schema.js';
import { type Assignment, isChoice, type Parameter, type Scenario } from '../../definition/scenario.schema.js';
import { EngineError } from '../../engine-error.js';
import { inRange, shapeOf, type ShapeFunction } from './shape.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';

/** An indicator that can differ between agents of one scenario. */
type PersonalIndicator = Exclude<Indicator, { parameter: string }>;

/** A weight times factors: a summand of a predictor, or a variable that an agent perceives. */
export interface Product {
  readonly weight: number;
  readonly factors: readonly Factor[];
}

/** Conversion of a column value to the factor's value. */
export type Reading =
  | { readonly kind: 'as_is' }
  /** Values by category code. */
  | { readonly kind: 'table'; readonly table: Float64Array }
  | { readonly kind: 'function'; readonly apply: ShapeFunction };

/** A column that products read: an attribute, an assignment (1 or 0), or a state of the run. */
export type Input =
  | { readonly kind: 'attribute'; readonly position: number; readonly reading: Reading }
  | { readonly kind: 'assignment'; readonly position: number; readonly reading: Reading }
  | { readonly kind: 'state'; readonly state: string; readonly reading: Reading };

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
  readonly parameters: readonly Parameter[];
  readonly assignments: readonly Assignment[];
}

/** Compiles products for one scenario. */
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
      const known = knownFactor(factor, context, scenario);
      if (known !== undefined) weight *= known;
      else factors.push(inputIndex(inputs, factor, context));
    }
    weights[k] = weight;
    starts[k + 1] = factors.length;
  });
  return { inputs: [...inputs.values()].map(({ input }) => input), weights, starts, factors: Int32Array.from(factors) };
}

/** Value of a factor that is equal for all agents of one scenario; undefined for other factors. */
function knownFactor(factor: Factor, { parameters }: ProductContext, scenario: Scenario): number | undefined {
  if ('constant' in factor) return factor.constant;
  if ('parameter' in factor) return shapeOf(factor)(parameterNumber(parameters, scenario, factor.parameter));
  if ('indicator' in factor && 'parameter' in factor.indicator) {
    const { indicator } = factor;
    if ('in' in indicator) return Number(indicator.in.includes(String(parameterValue(scenario, indicator.parameter))));
    return inRange(indicator)(parameterNumber(parameters, scenario, indicator.parameter));
  }
  return undefined;
}

/** Numeric value of a parameter: its value, or the value of the selected option. */
export function parameterNumber(parameters: readonly Parameter[], scenario: Scenario, id: string): number {
  const value = parameterValue(scenario, id);
  if (typeof value === 'number') return value;
  const parameter = parameters.find((candidate) => candidate.id === id);
  const options = parameter && isChoice(parameter) ? parameter.options : [];
  return options.find((option) => option.id === value)?.value ?? NaN;
}

function parameterValue(scenario: Scenario, id: string): number | string {
  const value = scenario[id];
  if (value === undefined)
    throw new EngineError('invalid_scenario', `The scenario lacks the parameter ${id}.`, { parameter: id });
  return value;
}

/** Names of the factors of definitions, which are immutable. Analyses compile the same factors for many scenarios. */
const factorNames = new WeakMap<Factor, string>();

function nameOf(factor: Factor): string {
  let name = factorNames.get(factor);
  if (name === undefined) {
    name = JSON.stringify(factor);
    factorNames.set(factor, name);
  }
  return name;
}

function inputIndex(
  inputs: Map<string, { index: number; input: Input }>,
  factor: Factor,
  context: ProductContext,
): number {
  const name = nameOf(factor);
  const known = inputs.get(name);
  if (known) return known.index;
  const index = inputs.size;
  inputs.set(name, { index, input: inputOf(factor, context) });
  return index;
}

function inputOf(factor: Factor, context: ProductContext): Input {
  if ('assignment' in factor) {
    const position = context.assignments.findIndex((assignment) => assignment.id === factor.assignment);
    return { kind: 'assignment', position, reading: { kind: 'as_is' } };
  }
  if ('state' in factor) return { kind: 'state', state: factor.state, reading: readingOf(factor) };
  if ('indicator' in factor && !('parameter' in factor.indicator)) return indicatorInput(factor.indicator, context);
  if ('attribute' in factor)
    return attributeInput(factor.attribute, context, (value) => shapeOf(factor)(value), factor);
  throw new EngineError('invalid_argument', 'A factor with the same value for all agents is not an input.', {});
}

function indicatorInput(indicator: PersonalIndicator, context: ProductContext): Input {
  if ('state' in indicator) return { kind: 'state', state: indicator.state, reading: rangeReading(indicator) };
  if (!('in' in indicator)) return attributeInput(indicator.attribute, context, inRange(indicator));
  const position = context.attributes.findIndex(({ id }) => id === indicator.attribute);
  const attribute = context.attributes[position];
  const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
  const table = Float64Array.from(categories, ({ id }) => Number(indicator.in.includes(id)));
  return { kind: 'attribute', position, reading: { kind: 'table', table } };
}

/** Input for a function of an attribute. For a categorical attribute, the function becomes a table by category. */
function attributeInput(id: string, { attributes }: ProductContext, apply: ShapeFunction, shape?: Shape): Input {
  const position = attributes.findIndex((attribute) => attribute.id === id);
  const attribute = attributes[position];
  if (attribute && hasCategories(attribute)) {
    const table = Float64Array.from(attribute.categories, ({ value }) => apply(value ?? NaN));
    return { kind: 'attribute', position, reading: { kind: 'table', table } };
  }
  return { kind: 'attribute', position, reading: shape ? readingOf(shape) : { kind: 'function', apply } };
}

function readingOf(shape: Shape): Reading {
  if (shape.scale === undefined && shape.transform === undefined) return { kind: 'as_is' };
  return { kind: 'function', apply: shapeOf(shape) };
}

function rangeReading(range: Range): Reading {
  return { kind: 'function', apply: inRange(range) };
}

/** The attributes, parameters and assignments that terms can refer to. */
export function productContextOf({ population, scenario }: WorkflowDefinition): ProductContext {
  return { attributes: population.attributes, parameters: scenario.parameters, assignments: scenario.assignments };
}
