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
import { isVariable } from './cost-variable.js';
import { productContextOf } from '../equations/products/compile-products.js';

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
export function derivativeEquations(
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

/** A summand of the derivative of a product. */
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
