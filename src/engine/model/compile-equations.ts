import type { TermFactor } from '../definition/product.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import {
  compileProducts,
  type Product,
  type ProductContext,
  type ProductProgram,
} from './products/compile-products.js';
import { type LinearModel, productOf } from './linear-model.js';

/** Values of a model's coefficients, in the order of the model. */
export type Coefficients = Float64Array;

/** The equations of a model under one scenario: product k belongs to equation `equations[k]` and comes from term `terms[k]`. */
export interface CompiledEquations {
  readonly model: LinearModel;
  readonly program: ProductProgram;
  readonly equations: Int32Array;
  readonly terms: Int32Array;
  /** Products sorted by equation, then in the order of the definition: equation e has `order[starts[e]]` to `order[starts[e + 1] - 1]`. */
  readonly order: Int32Array;
  readonly starts: readonly number[];
  /** Index of each product's coefficient; -1 if each agent has an individual coefficient. */
  readonly coefficients: Int32Array;
  /** Weight of each product for a coefficient of 1. */
  readonly unitWeights: Float64Array;
}

/** Products to compile: all, those that are constant over the steps of a run (`fixed`), or those that vary (`moving`). */
export type TermSelection = 'all' | 'fixed' | 'moving';

/** Compiles the equations of a model under one scenario, with the estimated coefficients. */
export function compileEquations(
  model: LinearModel,
  context: ProductContext,
  scenario: Scenario,
  part: TermSelection = 'all',
): CompiledEquations {
  const products: Product[] = [];
  const equations: number[] = [];
  const terms: number[] = [];
  const coefficients: number[] = [];
  model.terms.forEach((term, position) => {
    for (const equation of term.equations) {
      const { coefficient, factors } = productOf(model, term, equation);
      if (part !== 'all' && factors.some(isTimeVarying) !== (part === 'moving')) continue;
      products.push({ weight: term.scale, factors });
      equations.push(model.equations.indexOf(equation));
      terms.push(position);
      coefficients.push(model.coefficients.findIndex(({ id }) => id === coefficient));
    }
  });
  const unit = compileProducts(products, context, scenario);
  const compiled = {
    model,
    program: unit,
    equations: Int32Array.from(equations),
    terms: Int32Array.from(terms),
    ...byEquation(equations, model.equations.length),
    coefficients: Int32Array.from(coefficients),
    unitWeights: unit.weights,
  };
  return withCoefficients(compiled, estimatesOf(model));
}

function byEquation(equations: readonly number[], size: number): Pick<CompiledEquations, 'order' | 'starts'> {
  const own = Array.from({ length: size }, (_, equation) =>
    equations.flatMap((owner, product) => (owner === equation ? [product] : [])),
  );
  const starts = [0];
  for (const products of own) starts.push(starts.at(-1)! + products.length);
  return { order: Int32Array.from(own.flat()), starts };
}

/** Estimated coefficients, in the order of the model. */
export function estimatesOf(model: LinearModel): Coefficients {
  return Float64Array.from(model.coefficients, ({ estimate }) => estimate);
}

/** Returns the equations with other values of the coefficients. */
export function withCoefficients(compiled: CompiledEquations, values: Coefficients): CompiledEquations {
  const weights = compiled.unitWeights.map((unit, k) => {
    const position = compiled.coefficients[k]!;
    return position < 0 ? unit : unit * values[position]!;
  });
  return { ...compiled, program: { ...compiled.program, weights } };
}

/** Whether a factor can vary over the steps of a run. */
export function isTimeVarying(factor: TermFactor): boolean {
  return 'state' in factor || ('indicator' in factor && 'state' in factor.indicator);
}

/** Compiles the equations under the scenario and under the baseline: once if both are the same object, as in analyses of many scenarios. */
export function compileBothSides(
  model: LinearModel,
  context: ProductContext & { readonly scenario: Scenario; readonly baseline: Scenario },
): { scenario: CompiledEquations; baseline: CompiledEquations } {
  const scenario = compileEquations(model, context, context.scenario);
  return {
    scenario,
    baseline: context.baseline === context.scenario ? scenario : compileEquations(model, context, context.baseline),
  };
}
