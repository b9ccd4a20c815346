import { type CompiledSimulation, type WorkflowDefinition } from '../../src/engine/index.js';
import { choose, gumbelErrors } from '../../src/engine/families/conditional-logit/choose.js';
import { conditionalLogit } from '../../src/engine/families/conditional-logit/conditional-logit.family.js';
import { type ConditionalLogit } from '../../src/engine/families/conditional-logit/schema.js';
import { compileTastes } from '../../src/engine/families/conditional-logit/tastes/compile-tastes.js';
import { drawNormals, ownCoefficients } from '../../src/engine/families/conditional-logit/tastes/draw-tastes.js';
import { compileEquations, estimatesOf } from '../../src/engine/model/compile-equations.js';
import { evaluateEquations } from '../../src/engine/model/evaluate-equations.js';
import { type AttributeTable } from '../../src/engine/population/attribute-table.js';
import { samplePopulation } from '../../src/engine/population/sample-population.js';
import { productContextOf } from '../../src/engine/model/products/compile-products.js';

/** Agents at a time, as a simulation takes them. */
const BLOCK = 1_000;

/**
 * What a simulation cannot do without, by the engine's own parts: tastes, errors, utilities and choices of given people under the baseline.
 */
export function barePass(
  definition: WorkflowDefinition,
  { key, baseline }: CompiledSimulation,
): (blocks: readonly AttributeTable[], outcomes: Uint8Array) => void {
  const decision = definition.decision as ConditionalLogit;
  const model = conditionalLogit.linear(decision);
  const equations = compileEquations(model, productContextOf(definition), baseline);
  const tastes = compileTastes(decision);
  const estimates = estimatesOf(model);
  return (blocks, outcomes) => {
    let from = 0;
    for (const people of blocks) {
      const situation = { key, from, to: from + people.count, attributes: people, assigned: NOBODY, replicate: 0 };
      const states = ownCoefficients(tastes, estimates, drawNormals(tastes, situation), new Uint8Array(people.count));
      const utilities = evaluateEquations(equations, people, [], from, states);
      const available = model.equations.map(() => new Uint8Array(people.count).fill(1));
      outcomes.set(choose(utilities, gumbelErrors(model.equations.length, situation), available, from), from);
      from += people.count;
    }
  };
}

const NOBODY = { scenario: [], baseline: [] };

/** The first people of a simulation, as many at a time as it takes. */
export function peopleInBlocks({ population, key }: CompiledSimulation, count: number): AttributeTable[] {
  return Array.from({ length: count / BLOCK }, (_, k) => samplePopulation(population, key, k * BLOCK, (k + 1) * BLOCK));
}
