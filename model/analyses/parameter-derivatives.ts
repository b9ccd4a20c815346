import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor, Shape, TermFactor } from '../definition/product.schema.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { shapeOf } from '../equations/products/shape.js';
import { hasValuesByPeriod, termParameterOf } from '../families/conditional-logit/periods/periods.js';
import { familyOf } from '../families/family-of.js';
import { compileEquations, type CompiledEquations } from '../equations/compile-equations.js';
import {
  estimateOf,
  expandFactors,
  type LinearModel,
  type LinearTerm,
  powerOf,
  tasteState,
  type Variable,
} from '../equations/linear-model.js';
import { isVariable } from './money-measures.js';
import { productContextOf } from '../equations/products/compile-products.js';
import type { FigureEvaluator } from './figure-evaluator.js';
import type { FigureSource } from './mean-functions.js';

/** How a parameter affects the figures of an agent. */
export interface ParameterUse {
  readonly parameter: NumericParameter;
  /** Equations that the parameter enters, directly or through an assignment. */
  readonly equations: ReadonlySet<string>;
  /** Whether the parameter enters a term as a number. */
  readonly inTerms: boolean;
  /** Whether a term depends on a range of the parameter, so that the figures have steps. */
  readonly hasSteps: boolean;
  /** Positions of the assignments with the parameter as their share. */
  readonly assignments: readonly number[];
  /** Whether the decision reads the parameter outside its equations, such as an offered price. */
  readonly outsideEquations: boolean;
}

/** Returns how a numeric parameter enters the decision. */
export function useOfParameter(definition: WorkflowDefinition, parameter: NumericParameter): ParameterUse {
  const { decision, scenario } = definition;
  const id = termParameterOf(decision, parameter.id);
  const model = familyOf(decision).linear(decision);
  const assignments = scenario.assignments.flatMap(({ share }, position) => (share === id ? [position] : []));
  const assigned = new Set(assignments.map((position) => scenario.assignments[position]!.id));
  const equations = new Set<string>();
  let [inTerms, hasSteps] = [false, false];
  for (const term of model.terms) {
    for (const equation of term.equations) {
      for (const factor of expandFactors(model, term, equation)) {
        const isNumber = 'parameter' in factor && factor.parameter === id;
        const isStep = 'indicator' in factor && 'parameter' in factor.indicator && factor.indicator.parameter === id;
        const isShare = 'assignment' in factor && assigned.has(factor.assignment);
        if (isNumber || isStep || isShare) equations.add(equation);
        inTerms ||= isNumber;
        hasSteps ||= isStep;
      }
    }
  }
  // A parameter with values by period is in the equations of some periods only.
  const outsideEquations = ('price' in decision && decision.price === id) || hasValuesByPeriod(decision);
  return { parameter, equations, inTerms, hasSteps, assignments, outsideEquations };
}

/**
 * Makes a function that turns the equations of a model into their derivatives with respect to one parameter of a scenario: each product with
 * the parameter is replaced by its derivative (product rule), as a term of one coefficient, the parameter.
 */
function derivativeEquations(
  definition: WorkflowDefinition,
  scenario: Scenario,
  parameter: string,
): (model: LinearModel) => CompiledEquations {
  const context = productContextOf(definition);
  const value = Number(scenario[parameter]);
  const known = new WeakMap<LinearModel, CompiledEquations>();
  return (model) => {
    const compiled = known.get(model) ?? compileEquations(derivativeModel(model, parameter, value), context, scenario);
    known.set(model, compiled);
    return compiled;
  };
}

function derivativeModel(model: LinearModel, parameter: string, value: number): LinearModel {
  const transformed = model.variables.flatMap((variable): Transformed[] => {
    const { box_cox: own } = variable;
    return own ? [{ variable, power: powerOf(model, own.power), at: own.at }] : [];
  });
  const terms = model.terms.flatMap((term) =>
    term.equations.flatMap((equation): LinearTerm[] => {
      const isOwn = model.tastes?.includes(term.coefficient);
      const estimate = isOwn ? 1 : estimateOf(model, term.coefficient);
      const taste: TermFactor[] = isOwn ? [{ state: tasteState(term.coefficient) }] : [];
      return term.factors.flatMap((factor, position) => {
        const found = transformed.find(({ variable }) => isVariable(factor, variable.id));
        const own = slopesOf(expandFactors(model, { ...term, factors: [factor] }, equation), parameter, value);
        const slopes = found ? own.flatMap((slope) => transformedSlope(slope, found)) : own;
        return slopes.map((slope) => ({
          ...{ id: term.id, label: term.label, coefficient: parameter, equations: [equation] },
          scale: term.scale * estimate * slope.scale,
          factors: [
            ...taste,
            ...term.factors.slice(0, position),
            ...slope.factors,
            ...term.factors.slice(position + 1),
          ],
        }));
      });
    }),
  );
  return {
    equations: model.equations,
    coefficients: [{ id: parameter, label: parameter, estimate: 1 }],
    variables: [
      ...model.variables.filter(({ box_cox: own }) => !own),
      ...transformed.flatMap(({ variable, power, at }) => [
        { ...variable, box_cox: { power, at } },
        { ...variable, id: lowerPower(variable), box_cox: { power: power - 1, at } },
      ]),
    ],
    terms,
    ancillary: [],
  };
}

interface Slope {
  readonly scale: number;
  readonly factors: readonly TermFactor[];
}

/** Derivative of a product with respect to a parameter: for each factor with the parameter, its slope times the other factors. */
function slopesOf(factors: readonly Factor[], parameter: string, value: number): Slope[] {
  return factors.flatMap((factor, position): Slope[] => {
    if (!('parameter' in factor) || factor.parameter !== parameter) return [];
    return [{ scale: slopeOf(factor, value), factors: factors.toSpliced(position, 1) }];
  });
}

/** A variable with a Box-Cox transform, and the value of its power. */
interface Transformed {
  readonly variable: Variable;
  readonly power: number;
  readonly at: number;
}

/** The slope of a transform is (x / m)^(λ - 1), which is 1 + (λ - 1) / m × the transform with the power λ - 1. */
function transformedSlope({ scale, factors }: Slope, { variable, power, at }: Transformed): Slope[] {
  return [
    { scale, factors },
    { scale: (scale * (power - 1)) / at, factors: [...factors, { variable: lowerPower(variable) }] },
  ];
}

/** Id of a variable with its power reduced by 1. Identifiers of definitions cannot contain its dot. */
const lowerPower = ({ id }: Variable): string => `${id}.lower_power`;

/** Derivative of a factor's function at a value; from above at a bound of its part. */
function slopeOf({ part, scale = 1, transform }: Shape, given: number): number {
  if (part && !(given >= (part.from ?? -Infinity) && given < (part.to ?? Infinity))) return 0;
  const value = part ? shapeOf({ part })(given) : given;
  switch (transform) {
    case 'log':
      return 1 / value;
    case 'log1p':
      return scale / (1 + scale * value);
    case 'sqrt':
      return scale / (2 * Math.sqrt(scale * value));
    case 'square':
      return 2 * scale * scale * value;
    case undefined:
      return scale;
  }
}

/** Points at which a function is evaluated, and the weights with which their sum is a derivative. */
type Stencil = readonly { readonly at: number; readonly weight: number }[];

/**
 * Step relative to the value, near the cube root of the rounding error of a double: the truncation error (step²) and the rounding error
 * (1 / step) of a central difference are then about equal. Source: Press et al., "Numerical recipes" (3rd edition), section 5.7.
 */
const relativeStep = 6e-6;

/** Central difference at a value, or a one-sided difference of the same order if the value is at a bound. */
function differenceStencil(value: number, minimum: number, maximum: number): Stencil {
  const step = relativeStep * Math.max(Math.abs(value), 1);
  const oneSided = (h: number): Stencil => [
    { at: value, weight: -1.5 / h },
    { at: value + h, weight: 2 / h },
    { at: value + 2 * h, weight: -0.5 / h },
  ];
  if (value - step < minimum) return oneSided(step);
  if (value + step > maximum) return oneSided(-step);
  return [
    { at: value - step, weight: -0.5 / step },
    { at: value + step, weight: 0.5 / step },
  ];
}

/** Method of a derivative with respect to a parameter. */
export type PointMethod = 'analytic' | 'central_difference';

/**
 * Derivatives of the figures of each agent with respect to a parameter, and their derivatives with respect to the coefficients.
 *
 * - A parameter in the terms: analytic derivative. Its derivatives with respect to the coefficients are central differences of analytic
 *   gradients.
 * - The share of an assignment: the expected figure is linear in it, so the derivative is the difference between being assigned or not.
 * - A parameter outside the equations, such as an offered price: central differences.
 */
export function derivativeSource(
  evaluator: FigureEvaluator,
  definition: WorkflowDefinition,
  scenario: Scenario,
  use: ParameterUse,
): FigureSource & { readonly method: PointMethod } {
  const { parameter, inTerms, assignments, outsideEquations } = use;
  const { id, minimum, maximum } = parameter;
  const at = (value: number): Scenario => ({ ...scenario, [id]: value });
  const stencil = differenceStencil(Number(scenario[id]), minimum, maximum);
  const values: Float64Array[] = [];
  const gradients: Float64Array[] = [];
  if (assignments.length > 0) {
    const both = ([1, 0] as const).map((value) => ({
      weight: 2 * value - 1,
      of: evaluator.source(scenario, { positions: assignments, value }),
    }));
    values.push(combine(both.map(({ weight, of }) => ({ weight, of: of.values }))));
    gradients.push(combine(both.map(({ weight, of }) => ({ weight, of: of.gradientSums }))));
  }
  // The draws of assignments must not change, because a step of an agent's assignment is not a derivative.
  if (outsideEquations) {
    values.push(combine(stencil.map(({ at: x, weight }) => ({ weight, of: evaluator.values(at(x), scenario) }))));
  } else if (inTerms) {
    values.push(evaluator.derivatives(scenario, derivativeEquations(definition, scenario, id)));
  }
  if (outsideEquations || inTerms) {
    const step = (x: number) => evaluator.gradientSums(at(x), scenario);
    gradients.push(combine(stencil.map(({ at: x, weight }) => ({ weight, of: step(x) }))));
  }
  return {
    values: sumOf(values, evaluator.agents * evaluator.figures),
    gradientSums: sumOf(gradients, evaluator.gradientSize),
    method: outsideEquations ? 'central_difference' : 'analytic',
  };
}

function combine(parts: readonly { weight: number; of: Float64Array }[]): Float64Array {
  const out = new Float64Array(parts[0]!.of.length);
  for (const { weight, of } of parts) for (let k = 0; k < out.length; k++) out[k] = out[k]! + weight * of[k]!;
  return out;
}

function sumOf(parts: readonly Float64Array[], size: number): Float64Array {
  return parts.length > 0 ? combine(parts.map((of) => ({ weight: 1, of }))) : new Float64Array(size);
}
