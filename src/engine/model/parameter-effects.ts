import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Factor } from '../definition/product.schema.js';
import {
  type ChoiceParameter,
  isChoice,
  type NumericParameter,
  type Parameter,
  type Scenario,
} from '../definition/scenario.schema.js';
import { type AttributeTable } from '../population/attribute-table.js';
import {
  compileProducts,
  type Product,
  type ProductContext,
  type ProductProgram,
} from './products/compile-products.js';
import { noStates, productValue, readInputs, type States } from './products/evaluate-products.js';
import { inRange, shapeOf, type ShapeFunction } from './products/shape.js';
import { compileEquations, type CompiledEquations } from './compile-equations.js';
import { estimateOf, expandFactors, type LinearModel, productOf } from './linear-model.js';

/** A parameter whose change may change an outcome. */
export type ParameterEffect =
  /** The equations as functions of the parameter; straight lines where it enters them as it is. */
  | {
      readonly kind: 'number';
      readonly parameter: NumericParameter;
      readonly isStraight: boolean;
      readonly curve: Curves;
    }
  /** The parameter is the share of agents assigned: an agent's own draw tells when it is one of them. */
  | { readonly kind: 'share'; readonly parameter: NumericParameter; readonly assignment: number }
  /** The equations under each of the other options. */
  | { readonly kind: 'options'; readonly parameter: ChoiceParameter; readonly others: readonly OptionEquations[] }
  /** By two assignments, or by one and in a term: where it tips an outcome is not solved for. */
  | { readonly kind: 'unsolved'; readonly parameter: NumericParameter };

export interface OptionEquations {
  readonly option: ChoiceParameter['options'][number];
  readonly equations: CompiledEquations;
}

/** Products without the factors of one parameter, and the functions of it that they are multiplied by. */
interface Curves {
  readonly program: ProductProgram;
  readonly equations: readonly number[];
  readonly shapes: readonly (readonly ShapeFunction[])[];
  readonly size: number;
}

/** The levers of a workflow: the parameters that its decision depends on. */
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
    const isStraight = uses.every((own) => own.length === 1 && own[0]!.isStraight);
    return [{ kind: 'number', parameter, isStraight, curve: compileCurves(model, context, scenario, parameter) }];
  });
}

/** A factor as a function of a parameter. */
interface Use {
  readonly apply: ShapeFunction;
  readonly isStraight: boolean;
}

/** How a parameter stands in each product that has it. */
function usesOf(model: LinearModel, parameter: string): Use[][] {
  return model.terms.flatMap((term) =>
    term.equations.flatMap((equation) => {
      const uses = expandFactors(model, term, equation).flatMap((factor) => useOf(factor, parameter) ?? []);
      return uses.length > 0 ? [uses] : [];
    }),
  );
}

/** Nothing where the factor is not about the parameter. Of one with options only whether it is used matters: there is no line to follow. */
function useOf(factor: Factor, parameter: string): Use | undefined {
  if ('parameter' in factor && factor.parameter === parameter)
    return { apply: shapeOf(factor), isStraight: factor.transform === undefined };
  if (!('indicator' in factor)) return undefined;
  const { indicator } = factor;
  if (!('parameter' in indicator) || indicator.parameter !== parameter) return undefined;
  return { apply: 'in' in indicator ? () => NaN : inRange(indicator), isStraight: false };
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

/** The equations of one agent as functions of a parameter. */
export function equationFunction(
  { program, equations, shapes, size }: Curves,
  person: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States = noStates,
): (value: number) => Float64Array {
  const inputs = readInputs(program, person, assigned, states);
  const still = new Float64Array(size);
  const turning: { equation: number; factor: number; shapes: readonly ShapeFunction[] }[] = [];
  equations.forEach((equation, k) => {
    const factor = productValue(program, k, inputs, 0);
    if (shapes[k]!.length > 0) turning.push({ equation, factor, shapes: shapes[k]! });
    else still[equation] = still[equation]! + factor;
  });
  return (value) => {
    const values = still.slice();
    for (const { equation, factor, shapes: own } of turning)
      values[equation] = values[equation]! + own.reduce((product, shape) => product * shape(value), factor);
    return values;
  };
}
