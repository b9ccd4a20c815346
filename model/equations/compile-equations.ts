import type { TermFactor } from '../definition/product.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { oncePerObject } from '../memoize.js';
import {
  layOutProducts,
  type Product,
  type ProductContext,
  type ProductFactor,
  type ProductLayout,
  type ProductProgram,
  programAt,
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
  /** Index of the coefficient that is the power of each product's Box-Cox transform; -1 without one. */
  readonly powers: Int32Array;
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
  const { products, ...layout } = layoutOf(model, context, part);
  const program = programAt(products, scenario);
  return withCoefficients({ model, program, ...layout, unitWeights: program.weights }, estimatesOf(model));
}

/** What the compiled equations of all scenarios and coefficients share. */
interface EquationLayout extends Pick<
  CompiledEquations,
  'equations' | 'terms' | 'order' | 'starts' | 'coefficients' | 'powers'
> {
  readonly products: ProductLayout;
}

/** Layouts that are kept for the same terms. A model needs one for each part, with and without own coefficients of the agents. */
const maxLayouts = 8;
/** Analyses compile the same terms for many scenarios and coefficients. */
const layoutsOf = oncePerObject(
  (
    _: LinearModel['terms'],
  ): { model: LinearModel; context: ProductContext; part: TermSelection; layout: EquationLayout }[] => [],
);

function layoutOf(model: LinearModel, context: ProductContext, part: TermSelection): EquationLayout {
  const known = layoutsOf(model.terms);
  const own = known.find(
    (one) => one.part === part && isSameStructure(one.model, model) && isSameContext(one.context, context),
  );
  if (own) return own.layout;
  const layout = layOut(model, context, part);
  known.unshift({ model, context, part, layout });
  known.splice(maxLayouts);
  return layout;
}

/** Whether models with the same terms differ in the values of their coefficients at most. */
function isSameStructure(a: LinearModel, b: LinearModel): boolean {
  return (
    a.variables === b.variables &&
    isSameList(a.equations, b.equations) &&
    isSameList(a.tastes ?? [], b.tastes ?? []) &&
    a.coefficients.length === b.coefficients.length &&
    a.coefficients.every(({ id }, k) => id === b.coefficients[k]!.id)
  );
}

function isSameContext(a: ProductContext, b: ProductContext): boolean {
  return a.attributes === b.attributes && a.parameters === b.parameters && a.assignments === b.assignments;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}

function layOut(model: LinearModel, context: ProductContext, part: TermSelection): EquationLayout {
  const products: Product[] = [];
  const equations: number[] = [];
  const terms: number[] = [];
  const coefficients: number[] = [];
  const powers: number[] = [];
  model.terms.forEach((term, position) => {
    for (const equation of term.equations) {
      const { coefficient, factors } = productOf(model, term, equation);
      if (part !== 'all' && factors.some(isTimeVarying) !== (part === 'moving')) continue;
      products.push({ weight: term.scale, factors });
      equations.push(model.equations.indexOf(equation));
      terms.push(position);
      coefficients.push(model.coefficients.findIndex(({ id }) => id === coefficient));
      powers.push(factors.find((factor) => 'boxCox' in factor)?.boxCox.coefficient ?? -1);
    }
  });
  return {
    products: layOutProducts(products, context),
    equations: Int32Array.from(equations),
    terms: Int32Array.from(terms),
    ...byEquation(equations, model.equations.length),
    coefficients: Int32Array.from(coefficients),
    powers: Int32Array.from(powers),
  };
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
  const inputs = compiled.program.inputs.map((input) =>
    input.kind === 'box_cox' && input.coefficient >= 0 ? { ...input, power: values[input.coefficient]! } : input,
  );
  return { ...compiled, program: { ...compiled.program, inputs, weights } };
}

/** Whether a factor can vary over the steps of a run. */
export function isTimeVarying(factor: TermFactor | ProductFactor): boolean {
  if ('boxCox' in factor) return factor.boxCox.factors.some(isTimeVarying);
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
