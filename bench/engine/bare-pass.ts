import { type CompiledSimulation, type WorkflowDefinition } from '../../src/engine/index.js';
import { choose, gumbelErrors } from '../../src/engine/families/conditional-logit/choose.js';
import { conditionalLogit } from '../../src/engine/families/conditional-logit/conditional-logit.family.js';
import { type ConditionalLogit } from '../../src/engine/families/conditional-logit/schema.js';
import { compileTastes } from '../../src/engine/families/conditional-logit/tastes/compile-tastes.js';
import { drawNormals, ownCoefficients } from '../../src/engine/families/conditional-logit/tastes/draw-tastes.js';
import { compileEquations, estimatesOf } from '../../src/engine/linear/compile-equations.js';
import { evaluateEquations } from '../../src/engine/linear/evaluate-equations.js';
import { type People } from '../../src/engine/population/people.js';
import { productContextOf } from '../../src/engine/simulation/compile.js';

/** Agents at a time, as a simulation takes them. */
const BLOCK = 1_000;

/**
 * What a simulation cannot do without, by the engine's own parts: tastes, errors, utilities and choices of given people under the baseline.
 */
export function barePass(
  definition: WorkflowDefinition,
  { key, baseline }: CompiledSimulation,
): (people: People, outcomes: Uint8Array) => void {
  const decision = definition.decision as ConditionalLogit;
  const model = conditionalLogit.linear(decision);
  const equations = compileEquations(model, productContextOf(definition), baseline);
  const tastes = compileTastes(decision);
  const estimates = estimatesOf(model);
  return (people, outcomes) => {
    for (let from = 0; from < people.count; from += BLOCK) {
      const to = Math.min(from + BLOCK, people.count);
      const situation = { key, from, to, people: rows(people, from, to), assigned: NOBODY, replicate: 0 };
      const classes = new Uint8Array(to - from);
      const states = ownCoefficients(tastes, estimates, drawNormals(tastes, situation), classes);
      const utilities = evaluateEquations(equations, situation.people, [], from, states);
      const available = model.equations.map(() => new Uint8Array(to - from).fill(1));
      outcomes.set(choose(utilities, gumbelErrors(model.equations.length, situation), available, from), from);
    }
  };
}

const NOBODY = { scenario: [], baseline: [] };

function rows({ columns }: People, from: number, to: number): People {
  return {
    count: to - from,
    columns: columns.map((column) => ({ ...column, values: column.values.subarray(from, to) }) as typeof column),
  };
}
