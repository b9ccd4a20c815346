import type { WorkflowDefinition } from '../../model/definition.js';
import type { CompiledSimulation } from '../../model/simulate.js';
import { choose, gumbelErrors } from '../../model/families/conditional-logit/choose.js';
import { conditionalLogit } from '../../model/families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../../model/families/conditional-logit/conditional-logit.schema.js';
import { compileTastes, drawStandardNumbers } from '../../model/families/conditional-logit/tastes/compile-tastes.js';
import { ownCoefficients } from '../../model/families/conditional-logit/tastes/draw-tastes.js';
import { compileEquations, estimatesOf } from '../../model/equations/compile-equations.js';
import { evaluateEquations } from '../../model/equations/evaluate-equations.js';
import type { AttributeTable } from '../../model/population/attribute-table.js';
import { samplePopulation } from '../../model/population/sample-population.js';
import { productContextOf } from '../../model/equations/products/compile-products.js';

/** Agents per block, as in a simulation. */
const blockSize = 1_000;

/** Minimum of a simulation with functions of the engine: tastes, random errors, utilities and choices of given agents at the baseline. */
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
    for (const agents of blocks) {
      const situation = {
        key,
        from,
        to: from + agents.count,
        attributes: agents,
        assigned: noAssignments,
        replicate: 0,
      };
      const states = ownCoefficients(
        tastes,
        estimates,
        drawStandardNumbers(tastes.shapes, situation),
        new Uint8Array(agents.count),
      );
      const utilities = evaluateEquations(equations, agents, [], from, states);
      const available = model.equations.map(() => new Uint8Array(agents.count).fill(1));
      outcomes.set(choose(utilities, gumbelErrors(model.equations.length, situation), available, from), from);
      from += agents.count;
    }
  };
}

const noAssignments = { scenario: [], baseline: [] };

/** The first `count` agents of a simulation, in blocks. */
export function populationInBlocks({ population, key }: CompiledSimulation, count: number): AttributeTable[] {
  return Array.from({ length: count / blockSize }, (_, k) =>
    samplePopulation(population, key, k * blockSize, (k + 1) * blockSize),
  );
}
