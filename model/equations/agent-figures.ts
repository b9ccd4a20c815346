import type { AttributeTable } from '../population/attribute-table.js';
import type { Coefficients, CompiledEquations } from './compile-equations.js';
import type { LinearModel } from './linear-model.js';
import { addProduct, boxCoxColumn, noStates, type States, viewInputs } from './products/evaluate-products.js';

/**
 * Expected values of each agent, called figures: outcome probabilities, then means of the measures, then points of the curves, in the order of
 * an `Expectation`.
 */
export interface AgentFigures {
  /** Number of figures. */
  readonly figures: number;
  /** `[row * figures + figure]`. */
  readonly values: Float64Array;
  /** Derivatives with respect to the coefficients of the model: `[(row * coefficients + coefficient) * figures + figure]`. Empty unless requested. */
  readonly gradients: Float64Array;
}

/** What to compute besides the values. */
export interface FigureOptions {
  readonly gradients: boolean;
  /**
   * Whether the derivatives are conditional on the group of each agent that the model defines, such as its latent class. Otherwise they
   * include the effect of the coefficients on the shares of the groups.
   */
  readonly givenGroup?: boolean;
  /**
   * Equations whose coefficients the derivatives are with respect to, such as the parameters of the scenario. They have the equations of the
   * given model, in its order. Default: the coefficients of the model, with those that no term uses.
   */
  readonly respectTo?: (model: LinearModel) => CompiledEquations;
  /** Whether the points of the curves are not needed, so that a family can leave them out. */
  readonly withoutCurves?: boolean;
}

/** Marginal utility of one unit of money of each agent, as a linear model with one equation. */
export interface MoneyEquations {
  readonly values: CompiledEquations;
  /** The equation with coefficients in place of the agents' own coefficients, for derivatives. */
  readonly sensitivity: CompiledEquations;
}

/** What to compute for the expected greatest utility of agents. */
export interface BenefitOptions {
  readonly gradients: boolean;
  readonly givenGroup?: boolean;
  /** Converts utility to money. Default: utility. */
  readonly money?: MoneyEquations | undefined;
  /** Default: the estimates. */
  readonly coefficients?: Coefficients;
}

/** Effect of a coefficient of the equations on the figures: an estimated coefficient, and the derivative with respect to it, by row. */
export interface ChainTarget {
  readonly coefficient: number;
  /** Default: 1 for every row. */
  readonly factors?: Float64Array;
}

/**
 * Adds the derivatives of figures with respect to the coefficients of the equations (chain rule).
 *
 * @param slopes derivatives of the figures with respect to the value of each equation: `[(row * equations + equation) * figures + figure]`
 * @param out gradients, as in {@link AgentFigures}
 * @param targetsOf effects of a coefficient of the equations. Default: the coefficient itself
 */
export function addGradients(
  { program, equations, coefficients, model, unitWeights }: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  slopes: Float64Array,
  out: Float64Array,
  targetsOf?: readonly (readonly ChainTarget[])[],
  states: States = noStates,
): void {
  const { count } = attributes;
  const inputs = viewInputs(program, attributes, assigned, states);
  const unit = { ...program, weights: unitWeights };
  const size = model.equations.length;
  const width = model.coefficients.length;
  const figures = slopes.length / (count * size);
  const targets = model.coefficients.map((_, coefficient) => targetsOf?.[coefficient] ?? [{ coefficient }]);
  const values = new Float64Array(count);
  const add = (equation: number, { coefficient, factors }: ChainTarget) => {
    for (let row = 0; row < count; row++) {
      const value = values[row]!;
      if (value === 0) continue;
      const weight = factors ? value * factors[row]! : value;
      const from = (row * size + equation) * figures;
      const to = (row * width + coefficient) * figures;
      for (let figure = 0; figure < figures; figure++)
        out[to + figure] = out[to + figure]! + weight * slopes[from + figure]!;
    }
  };
  for (let product = 0; product < equations.length; product++) {
    values.fill(0);
    addProduct(unit, product, inputs, values, 0, count);
    for (const target of targets[coefficients[product]!]!) add(equations[product]!, target);
  }
  program.inputs.forEach((input, position) => {
    if (input.kind !== 'box_cox' || input.coefficient < 0) return;
    const changes = inputs.with(position, boxCoxColumn(input, attributes, assigned, states, 1));
    for (let product = 0; product < equations.length; product++) {
      if (!program.factors.subarray(program.starts[product], program.starts[product + 1]).includes(position)) continue;
      values.fill(0);
      addProduct(program, product, changes, values, 0, count);
      add(equations[product]!, input);
    }
  });
}

/** Empty figures of `count` agents. */
export function emptyFigures(count: number, figures: number, coefficients: number, withGradients: boolean) {
  return {
    figures,
    values: new Float64Array(count * figures),
    gradients: new Float64Array(withGradients ? count * coefficients * figures : 0),
  };
}
