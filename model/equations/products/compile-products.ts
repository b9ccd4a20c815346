import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import type { Factor, Indicator, Shape } from '../../definition/product.schema.js';
import { traitsOf } from '../../definition/parameter-types.js';
import type { Assignment, Parameter, Scenario } from '../../definition/scenario.schema.js';
import { EngineError } from '../../engine-error.js';
import { oncePerObject } from '../../memoize.js';
import { inRange, shapeOf, type ShapeFunction } from './shape.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';

/** An indicator that can differ between agents of one scenario. */
type PersonalIndicator = Exclude<Indicator, { parameter: string }>;

/** Box-Cox transform of a product of factors. Definitions do not contain it: it replaces a variable with `box_cox`. */
export interface BoxCoxFactor {
  readonly boxCox: {
    readonly factors: readonly Factor[];
    readonly power: number;
    /** Position of the coefficient that is the power; -1 if the power does not depend on coefficients. */
    readonly coefficient: number;
  };
}

export type ProductFactor = Factor | BoxCoxFactor;

/** A weight times factors: a summand of a predictor, or a variable that an agent perceives. */
export interface Product {
  readonly weight: number;
  readonly factors: readonly ProductFactor[];
}

/** Conversion of a column value to the factor's value. */
export type Reading =
  | { readonly kind: 'as_is' }
  /** Values by category code. */
  | { readonly kind: 'table'; readonly table: Float64Array }
  | { readonly kind: 'function'; readonly apply: ShapeFunction };

/** A column that products read: an attribute, an assignment (1 or 0), or a state of the run. */
export type ColumnInput =
  | { readonly kind: 'attribute'; readonly position: number; readonly reading: Reading }
  | { readonly kind: 'assignment'; readonly position: number; readonly reading: Reading }
  | { readonly kind: 'state'; readonly state: string; readonly reading: Reading };

/** Power of a Box-Cox transform, and the position of the coefficient that it is; -1 if it does not depend on coefficients. */
interface BoxCoxPower {
  readonly kind: 'box_cox';
  readonly power: number;
  readonly coefficient: number;
}

/** The Box-Cox transform of the only product of another program. */
export interface BoxCoxInput extends BoxCoxPower {
  readonly inner: ProductProgram;
}

export type Input = ColumnInput | BoxCoxInput;

type InputLayout = ColumnInput | (BoxCoxPower & { readonly inner: ProductLayout });

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

/** Products for any scenario, which {@link programAt} completes. */
export interface ProductLayout extends Pick<ProductProgram, 'starts' | 'factors'> {
  readonly inputs: readonly InputLayout[];
  readonly scales: Float64Array;
  /** Factors of each product that are equal for all agents of one scenario. */
  readonly shared: readonly (readonly SharedFactor[])[];
}

/** Value of a factor that is equal for all agents of one scenario. */
type SharedFactor = (scenario: Scenario) => number;

/** Compiles products for one scenario. */
export function compileProducts(
  products: readonly Product[],
  context: ProductContext,
  scenario: Scenario,
): ProductProgram {
  return programAt(layOutProducts(products, context), scenario);
}

/** Compiles products for all scenarios. */
export function layOutProducts(products: readonly Product[], context: ProductContext): ProductLayout {
  const inputs = new Map<string, { index: number; input: InputLayout }>();
  const starts = new Int32Array(products.length + 1);
  const factors: number[] = [];
  const shared = products.map((product, k) => {
    const own: SharedFactor[] = [];
    for (const factor of product.factors) {
      const valueAt = sharedFactor(factor, context);
      if (valueAt) own.push(valueAt);
      else factors.push(inputIndex(inputs, factor, context));
    }
    starts[k + 1] = factors.length;
    return own;
  });
  return {
    inputs: [...inputs.values()].map(({ input }) => input),
    starts,
    factors: Int32Array.from(factors),
    scales: Float64Array.from(products, ({ weight }) => weight),
    shared,
  };
}

/** The products under a scenario. */
export function programAt(
  { inputs, scales, shared, starts, factors }: ProductLayout,
  scenario: Scenario,
): ProductProgram {
  return {
    inputs: inputs.map((input) =>
      input.kind === 'box_cox' ? { ...input, inner: programAt(input.inner, scenario) } : input,
    ),
    weights: scales.map((scale, k) => shared[k]!.reduce((weight, valueAt) => weight * valueAt(scenario), scale)),
    starts,
    factors,
  };
}

/** Returns undefined for a factor that can differ between agents of one scenario. */
function sharedFactor(factor: ProductFactor, { parameters }: ProductContext): SharedFactor | undefined {
  if ('constant' in factor) return () => factor.constant;
  if ('parameter' in factor) {
    const shape = shapeOf(factor);
    return (scenario) => shape(parameterNumber(parameters, scenario, factor.parameter));
  }
  if ('indicator' in factor && 'parameter' in factor.indicator) {
    const { indicator } = factor;
    if ('in' in indicator)
      return (scenario) => Number(indicator.in.includes(String(parameterValue(scenario, indicator.parameter))));
    const isIn = inRange(indicator);
    return (scenario) => isIn(parameterNumber(parameters, scenario, indicator.parameter));
  }
  return undefined;
}

/** Numeric value of a parameter: its value, or the value of the selected option. */
export function parameterNumber(parameters: readonly Parameter[], scenario: Scenario, id: string): number {
  const value = parameterValue(scenario, id);
  if (typeof value === 'number') return value;
  const parameter = parameters.find((candidate) => candidate.id === id);
  const option = parameter && traitsOf(parameter).options.find((one) => one.id === value);
  return option?.value ?? NaN;
}

function parameterValue(scenario: Scenario, id: string): number | string {
  const value = scenario[id];
  if (value === undefined)
    throw new EngineError('invalid_scenario', `The scenario lacks the parameter ${id}.`, { parameter: id });
  return value;
}

const nameOf = oncePerObject((factor: ProductFactor) => JSON.stringify(factor));

function inputIndex(
  inputs: Map<string, { index: number; input: InputLayout }>,
  factor: ProductFactor,
  context: ProductContext,
): number {
  const name = nameOf(factor);
  const known = inputs.get(name);
  if (known) return known.index;
  const index = inputs.size;
  inputs.set(name, { index, input: inputOf(factor, context) });
  return index;
}

function inputOf(factor: ProductFactor, context: ProductContext): InputLayout {
  if ('boxCox' in factor) {
    const { factors, power, coefficient } = factor.boxCox;
    return { kind: 'box_cox', inner: layOutProducts([{ weight: 1, factors }], context), power, coefficient };
  }
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

function indicatorInput(indicator: PersonalIndicator, context: ProductContext): ColumnInput {
  if ('state' in indicator)
    return { kind: 'state', state: indicator.state, reading: { kind: 'function', apply: inRange(indicator) } };
  if (!('in' in indicator)) return attributeInput(indicator.attribute, context, inRange(indicator));
  const position = context.attributes.findIndex(({ id }) => id === indicator.attribute);
  const attribute = context.attributes[position];
  const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
  const table = Float64Array.from(categories, ({ id }) => Number(indicator.in.includes(id)));
  return { kind: 'attribute', position, reading: { kind: 'table', table } };
}

/** Input for a function of an attribute. For a categorical attribute, the function becomes a table by category. */
function attributeInput(id: string, { attributes }: ProductContext, apply: ShapeFunction, shape?: Shape): ColumnInput {
  const position = attributes.findIndex((attribute) => attribute.id === id);
  const attribute = attributes[position];
  if (attribute && hasCategories(attribute)) {
    const table = Float64Array.from(attribute.categories, ({ value }) => apply(value ?? NaN));
    return { kind: 'attribute', position, reading: { kind: 'table', table } };
  }
  return { kind: 'attribute', position, reading: shape ? readingOf(shape) : { kind: 'function', apply } };
}

function readingOf(shape: Shape): Reading {
  if (shape.scale === undefined && shape.transform === undefined && shape.part === undefined) return { kind: 'as_is' };
  return { kind: 'function', apply: shapeOf(shape) };
}

/** The attributes, parameters and assignments that terms can refer to. */
export function productContextOf({ population, scenario }: WorkflowDefinition): ProductContext {
  return { attributes: population.attributes, parameters: scenario.parameters, assignments: scenario.assignments };
}
