import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor } from '../definition/product.schema.js';
import {
  type ChoiceParameter,
  isChoice,
  type NumericParameter,
  type Parameter,
  type Scenario,
} from '../definition/scenario.schema.js';
import type { AttributeTable } from '../population/attribute-table.js';
import {
  compileProducts,
  type Product,
  type ProductContext,
  type ProductProgram,
} from './products/compile-products.js';
import { noStates, type States } from './products/evaluate-products.js';
import { rowProduct, rowReader } from './products/read-row.js';
import { inRange, shapeOf, type ShapeFunction } from './products/shape.js';
import { compileEquations, type CompiledEquations } from './compile-equations.js';
import { estimateOf, expandFactors, type LinearModel, productOf } from './linear-model.js';

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

/** Products without the factors of one parameter, and the functions of the parameter that multiply them. */
interface Curves {
  readonly program: ProductProgram;
  readonly equations: readonly number[];
  readonly shapes: readonly (readonly ShapeFunction[])[];
  readonly size: number;
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
      const uses = expandFactors(model, term, equation).flatMap((factor) => useOf(factor, parameter) ?? []);
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
    return { apply: shapeOf(factor), isLinear: factor.transform === undefined };
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
  const products: Product[] = [];
  const equations: number[] = [];
  const shapes: ShapeFunction[][] = [];
  for (const term of model.terms) {
    for (const equation of term.equations) {
      const { coefficient, factors } = productOf(model, term, equation);
      const weight = (coefficient === undefined ? 1 : estimateOf(model, coefficient)) * term.scale;
      products.push({ weight, factors: factors.filter((factor) => !useOf(factor, id)) });
      equations.push(model.equations.indexOf(equation));
      shapes.push(factors.flatMap((factor) => useOf(factor, id)?.apply ?? []));
    }
  }
  return { program: compileProducts(products, context, scenario), equations, shapes, size: model.equations.length };
}

/** Equations of one agent as a function of a parameter's value. The next call overwrites the array. */
export type EquationCurve = (value: number) => Float64Array;

/**
 * Makes a function from a parameter's value to the equations of one agent.
 *
 * @param attributes a table with one row, the agent
 */
export function equationFunction(
  curves: Curves,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): EquationCurve {
  return rowCurves(curves, attributes, assigned)(0, states);
}

/**
 * Makes a function that returns the equations of the agent in one row as a function of a parameter's value. The next call overwrites that
 * function.
 */
export function rowCurves(
  { program, equations, shapes, size }: Curves,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
): (row: number, states?: States, stateRow?: number) => EquationCurve {
  const read = rowReader(program, attributes, assigned);
  const varying = [...shapes.keys()].filter((k) => shapes[k]!.length > 0);
  const isVarying = Uint8Array.from(shapes, ({ length }) => Number(length > 0));
  // Created once, because new typed arrays for each agent cost more than the products.
  const constant = new Float64Array(size);
  const products = new Float64Array(equations.length);
  const values = new Float64Array(size);
  const valuesAt = (value: number) => {
    for (let k = 0; k < size; k++) values[k] = constant[k]!;
    for (const k of varying) {
      let product = products[k]!;
      for (const shape of shapes[k]!) product *= shape(value);
      values[equations[k]!] = values[equations[k]!]! + product;
    }
    return values;
  };
  return (row, states, stateRow) => {
    const inputs = read(row, states, stateRow);
    constant.fill(0);
    for (let k = 0; k < products.length; k++) {
      const product = rowProduct(program, k, inputs);
      if (isVarying[k] === 1) products[k] = product;
      else constant[equations[k]!] = constant[equations[k]!]! + product;
    }
    return valuesAt;
  };
}
