import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor, Shape } from '../definition/product.schema.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { compileEquations, type CompiledEquations } from '../model/compile-equations.js';
import { estimateOf, expandFactors, type LinearModel, type LinearTerm, productOf } from '../model/linear-model.js';
import { productContextOf } from '../model/products/compile-products.js';

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
  const { id } = parameter;
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
  const outsideEquations = 'price' in decision && decision.price === id;
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
  const terms = model.terms.flatMap((term) =>
    term.equations.flatMap((equation): LinearTerm[] => {
      const { coefficient, factors } = productOf(model, term, equation);
      const estimate = coefficient === undefined ? 1 : estimateOf(model, coefficient);
      return factors.flatMap((factor, position): LinearTerm[] => {
        if (!('parameter' in factor) || factor.parameter !== parameter) return [];
        const others: Factor[] = [...factors.slice(0, position), ...factors.slice(position + 1)];
        return [
          {
            ...{ id: term.id, label: term.label, coefficient: parameter, equations: [equation] },
            scale: term.scale * estimate * slopeOf(factor, value),
            factors: others,
          },
        ];
      });
    }),
  );
  return {
    equations: model.equations,
    coefficients: [{ id: parameter, label: parameter, estimate: 1 }],
    variables: [],
    terms,
    ancillary: [],
  };
}

/** Derivative of a factor's function at a value. */
function slopeOf({ scale = 1, transform }: Shape, value: number): number {
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
