import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor } from '../definition/product.schema.js';
import { isChoice } from '../definition/parameter-types.js';
import type { ChoiceParameter, NumericParameter, Parameter, Scenario } from '../definition/scenario.schema.js';
import { boxCox } from '../math/box-cox.js';
import type { AttributeTable } from '../population/attribute-table.js';
import {
  type BoxCoxFactor,
  compileProducts,
  type Product,
  type ProductContext,
  type ProductFactor,
  type ProductProgram,
} from './products/compile-products.js';
import type { States } from './products/evaluate-products.js';
import { rowProduct, rowReader } from './products/product-shapes.js';
import { inRange, shapeOf, type ShapeFunction } from './products/shape.js';
import { compileEquations, type CompiledEquations } from './compile-equations.js';
import { estimateOf, type LinearModel, productOf } from './linear-model.js';

/** A parameter and how it affects the equations. */
export type ParameterEffect =
  /** A number that enters the equations. `isLinear`: every equation is a linear function of it. */
  | {
      readonly kind: 'number';
      readonly parameter: NumericParameter;
      readonly isLinear: boolean;
      readonly curve: Curves;
    }
  /** The share of agents with an assignment. An agent is assigned if its draw is below the share. */
  | { readonly kind: 'share'; readonly parameter: NumericParameter; readonly assignment: number }
  /** A choice, with the equations for each of the other options. */
  | { readonly kind: 'options'; readonly parameter: ChoiceParameter; readonly others: readonly OptionEquations[] }
  /** A share that affects several assignments, or an assignment and a term. No switch points are computed for it. */
  | { readonly kind: 'unsolved'; readonly parameter: NumericParameter };

export interface OptionEquations {
  readonly option: ChoiceParameter['options'][number];
  readonly equations: CompiledEquations;
}

/** The products of equations, split by whether one parameter affects them. */
interface Curves {
  /** Products that do not depend on the parameter, and the equation of each. */
  readonly constant: { readonly program: ProductProgram; readonly equations: readonly number[] };
  /** Products without the factors of the parameter, the equation of each, and the functions of the parameter that multiply it. */
  readonly varying: {
    readonly program: ProductProgram;
    readonly equations: readonly number[];
    readonly shapes: readonly (readonly ShapeFunction[])[];
    /** Box-Cox transforms of the parameter that multiply the products: those with the value x of product k of `inner` times its functions. */
    readonly inner: ProductProgram;
    readonly transforms: readonly (Transform | undefined)[];
  };
  readonly size: number;
}

/** Box-Cox transform of a value that is a multiple of functions of a parameter. */
interface Transform {
  readonly power: number;
  readonly shapes: readonly ShapeFunction[];
}

/** Compiles the effects of all parameters that the decision depends on, in the order of the definition. */
export function compileParameterEffects(
  { scenario: { parameters } }: Pick<WorkflowDefinition, 'scenario'>,
  model: LinearModel,
  context: ProductContext,
  scenario: Scenario,
): ParameterEffect[] {
  return parameters.flatMap((parameter): ParameterEffect[] => {
    const uses = usesOf(model, parameter.id);
    if (isChoice(parameter)) {
      return uses.length === 0
        ? []
        : [{ kind: 'options', parameter, others: otherOptions(parameter, model, context, scenario) }];
    }
    const assignments = context.assignments.flatMap(({ share }, position) =>
      share === parameter.id ? [position] : [],
    );
    if (assignments.length === 0 && uses.length === 0) return [];
    if (assignments.length === 1 && uses.length === 0)
      return [{ kind: 'share', parameter, assignment: assignments[0]! }];
    if (assignments.length > 0) return [{ kind: 'unsolved', parameter }];
    const isLinear = uses.every((own) => own.length === 1 && own[0]!.isLinear);
    return [{ kind: 'number', parameter, isLinear, curve: compileCurves(model, context, scenario, parameter) }];
  });
}

/** A factor as a function of a parameter. */
interface Use {
  readonly apply: ShapeFunction;
  readonly isLinear: boolean;
}

/** For each product with the parameter: its factors with the parameter. */
function usesOf(model: LinearModel, parameter: string): Use[][] {
  return model.terms.flatMap((term) =>
    term.equations.flatMap((equation) => {
      const uses = productOf(model, term, equation).factors.flatMap((factor) => {
        if (!('boxCox' in factor)) return useOf(factor, parameter) ?? [];
        const inner = factor.boxCox.factors.flatMap((own) => useOf(own, parameter) ?? []);
        return inner.map((own) => ({ ...own, isLinear: false }));
      });
      return uses.length > 0 ? [uses] : [];
    }),
  );
}

/**
 * A factor's use of the parameter, or undefined if the factor does not use it. For choice parameters only the presence of a use matters, so
 * that its function returns NaN.
 */
function useOf(factor: Factor, parameter: string): Use | undefined {
  if ('parameter' in factor && factor.parameter === parameter)
    return { apply: shapeOf(factor), isLinear: factor.transform === undefined && !factor.part };
  if (!('indicator' in factor)) return undefined;
  const { indicator } = factor;
  if (!('parameter' in indicator) || indicator.parameter !== parameter) return undefined;
  return { apply: 'in' in indicator ? () => NaN : inRange(indicator), isLinear: false };
}

function otherOptions(
  parameter: ChoiceParameter,
  model: LinearModel,
  context: ProductContext,
  scenario: Scenario,
): OptionEquations[] {
  return parameter.options
    .filter(({ id }) => id !== scenario[parameter.id])
    .map((option) => ({
      option,
      equations: compileEquations(model, context, { ...scenario, [parameter.id]: option.id }),
    }));
}

function compileCurves(model: LinearModel, context: ProductContext, scenario: Scenario, { id }: Parameter): Curves {
  const all = model.terms.flatMap((term) =>
    term.equations.map((equation) => {
      const { coefficient, factors } = productOf(model, term, equation);
      const weight = (coefficient === undefined ? 1 : estimateOf(model, coefficient)) * term.scale;
      const transform = factors.find(
        (factor): factor is BoxCoxFactor => 'boxCox' in factor && factor.boxCox.factors.some((own) => useOf(own, id)),
      );
      const plain = factors.filter((factor) => factor !== transform);
      return {
        product: withoutUses(weight, plain, id),
        equation: model.equations.indexOf(equation),
        shapes: shapesOf(plain, id),
        inner: withoutUses(1, transform?.boxCox.factors ?? [], id),
        transform: transform && { power: transform.boxCox.power, shapes: shapesOf(transform.boxCox.factors, id) },
      };
    }),
  );
  const compiled = (part: typeof all) => ({
    program: compileProducts(
      part.map(({ product }) => product),
      context,
      scenario,
    ),
    equations: part.map(({ equation }) => equation),
  });
  const isVarying = ({ shapes, transform }: (typeof all)[number]) => shapes.length > 0 || transform !== undefined;
  const varying = all.filter(isVarying);
  return {
    constant: compiled(all.filter((own) => !isVarying(own))),
    varying: {
      ...compiled(varying),
      shapes: varying.map(({ shapes }) => shapes),
      inner: compileProducts(
        varying.map(({ inner }) => inner),
        context,
        scenario,
      ),
      transforms: varying.map(({ transform }) => transform),
    },
    size: model.equations.length,
  };
}

function withoutUses(weight: number, factors: readonly ProductFactor[], parameter: string): Product {
  return { weight, factors: factors.filter((factor) => 'boxCox' in factor || !useOf(factor, parameter)) };
}

function shapesOf(factors: readonly ProductFactor[], parameter: string): ShapeFunction[] {
  return factors.flatMap((factor) => ('boxCox' in factor ? [] : (useOf(factor, parameter)?.apply ?? [])));
}

/** Equations of one agent as a function of a parameter's value. The next call overwrites the array. */
export type EquationCurve = (value: number) => Float64Array;

/**
 * Makes a function that returns the equations of the agent in one row as a function of a parameter's value. The next call overwrites that
 * function.
 */
export function rowCurves(
  { constant, varying, size }: Curves,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): (row: number, states?: States, stateRow?: number) => EquationCurve {
  const readConstant = rowReader(constant.program, attributes, assigned);
  const readVarying = rowReader(varying.program, attributes, assigned);
  const readInner = rowReader(varying.inner, attributes, assigned);
  // Created once, because new typed arrays for each agent cost more than the products.
  const sums = new Float64Array(size);
  const products = new Float64Array(varying.equations.length);
  const inner = new Float64Array(products.length);
  const values = new Float64Array(size);
  const valuesAt = (value: number) => {
    for (let k = 0; k < size; k++) values[k] = sums[k]!;
    for (let k = 0; k < products.length; k++) {
      let product = appliedTo(products[k]!, varying.shapes[k]!, value);
      const transform = varying.transforms[k];
      if (transform) product *= boxCox(appliedTo(inner[k]!, transform.shapes, value), transform.power);
      values[varying.equations[k]!] = values[varying.equations[k]!]! + product;
    }
    return values;
  };
  return (row, states, stateRow) => {
    const inputs = readConstant(row, states, stateRow);
    sums.fill(0);
    constant.equations.forEach((equation, k) => {
      sums[equation] = sums[equation]! + rowProduct(constant.program, k, inputs);
    });
    const varyingInputs = readVarying(row, states, stateRow);
    const innerInputs = readInner(row, states, stateRow);
    for (let k = 0; k < products.length; k++) {
      products[k] = rowProduct(varying.program, k, varyingInputs);
      inner[k] = rowProduct(varying.inner, k, innerInputs);
    }
    return valuesAt;
  };
}

function appliedTo(number: number, shapes: readonly ShapeFunction[], value: number): number {
  let product = number;
  for (const shape of shapes) product *= shape(value);
  return product;
}

/**
 * Makes a function that returns the changes of the equations of the agent in one row per unit of a parameter that all equations are linear in.
 * The next call overwrites the array.
 */
export function rowSlopes(
  { varying: { program, equations, shapes }, size }: Curves,
  { minimum, maximum }: NumericParameter,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): (row: number, states?: States, stateRow?: number) => Float64Array {
  const read = rowReader(program, attributes, assigned);
  // A linear equation has exactly one function of the parameter in each product.
  const slopes = shapes.map(([shape]) => (shape!(maximum) - shape!(minimum)) / (maximum - minimum));
  const sums = new Float64Array(size);
  return (row, states, stateRow) => {
    const inputs = read(row, states, stateRow);
    sums.fill(0);
    for (let k = 0; k < slopes.length; k++)
      sums[equations[k]!] = sums[equations[k]!]! + rowProduct(program, k, inputs) * slopes[k]!;
    return sums;
  };
}
