import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { FigureEvaluator } from './figure-evaluator.js';
import type { FigureSource } from './mean-functions.js';
import { derivativeEquations, type ParameterUse } from './parameter-derivatives.js';

/** Points at which a function is evaluated, and the weights with which their sum is a derivative. */
export type Stencil = readonly { readonly at: number; readonly weight: number }[];

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
