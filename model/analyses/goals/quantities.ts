import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { compileProducts, type ProductProgram, productContextOf } from '../../equations/products/compile-products.js';
import { addProduct, viewInputs } from '../../equations/products/evaluate-products.js';
import type { EvaluatedChunk } from '../evaluated-agents.js';
import { partsOfValue, type Quantity } from './goal.js';

/** A figure of an agent in a quantity, with its weight: a number, or the product of a program. */
interface Part {
  readonly figure: number;
  readonly weight: number;
  /** Position of the variable in the program; -1 for a constant weight. */
  readonly product: number;
}

/** Quantities compiled for one scenario. */
export interface CompiledQuantities {
  readonly quantities: readonly (readonly Part[])[];
  readonly program: ProductProgram;
}

/** Compiles quantities for one scenario. `checkGoal` ensures that all names exist. */
export function compileQuantities(
  definition: WorkflowDefinition,
  quantities: readonly Quantity[],
  scenario: Scenario,
): CompiledQuantities {
  const { decision, outcome_groups: groups = [] } = definition;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision).map(({ id }) => id);
  const measures = family.measures(decision, definition.scenario.parameters).map(({ id }) => id);
  const model = family.linear(decision);
  const products: { weight: number; factors: NonNullable<ReturnType<typeof variableFactors>> }[] = [];
  const constant = (figure: number, weight: number): Part => ({ figure, weight, product: -1 });
  const partsOf = ({ share, measure, values = {} }: Quantity): Part[] => {
    if (share !== undefined) {
      const members = groups.find(({ id }) => id === share)?.outcomes ?? [share];
      return members.map((id) => constant(outcomes.indexOf(id), 1));
    }
    if (measure !== undefined) return [constant(outcomes.length + measures.indexOf(measure), 1)];
    return Object.entries(values).flatMap(([outcome, value]) => {
      const figure = outcomes.indexOf(outcome);
      const { name, factor, constant: own } = partsOfValue(value);
      if (name === undefined) return [constant(figure, own)];
      const known = scenario[name];
      if (known !== undefined) return [constant(figure, factor * Number(known) + own)];
      products.push({ weight: factor, factors: variableFactors(model, name, outcome) ?? [] });
      const product: Part = { figure, weight: 1, product: products.length - 1 };
      return own === 0 ? [product] : [product, constant(figure, own)];
    });
  };
  const compiled = quantities.map(partsOf);
  return { quantities: compiled, program: compileProducts(products, productContextOf(definition), scenario) };
}

/** Factors of a variable for an outcome, or undefined if the outcome does not have the variable or the run must provide it. */
export function variableFactors(model: LinearModel, variable: string, outcome: string) {
  const factors = model.variables.find(({ id }) => id === variable)?.equations[outcome];
  return factors?.some((factor) => 'state' in factor) ? undefined : factors;
}

/**
 * Adds the quantities of a chunk: values of each agent, and the sum of the derivatives over the agents.
 *
 * @param values by quantity, then by agent
 * @param gradients by quantity, then by coefficient
 */
export function addChunk(
  { quantities, program }: CompiledQuantities,
  { from, to, situation, figures, hasGradients }: EvaluatedChunk,
  values: readonly Float64Array[],
  gradients: readonly Float64Array[],
): void {
  const count = to - from;
  const size = figures.figures;
  const inputs = viewInputs(program, situation.attributes, situation.assigned.scenario);
  const weights = Array.from(program.weights, (_, k) => {
    const own = new Float64Array(count);
    addProduct(program, k, inputs, own, 0, count);
    return own;
  });
  quantities.forEach((parts, q) => {
    const [own, gradient] = [values[q]!, gradients[q]!];
    for (const { figure, weight, product } of parts) {
      const byAgent = weights[product];
      for (let row = 0; row < count; row++) {
        const factor = byAgent ? byAgent[row]! : weight;
        own[from + row] = own[from + row]! + factor * figures.values[row * size + figure]!;
        if (!hasGradients || factor === 0) continue;
        let at = row * gradient.length * size + figure;
        for (let k = 0; k < gradient.length; k++, at += size)
          gradient[k] = gradient[k]! + factor * figures.gradients[at]!;
      }
    }
  });
}
