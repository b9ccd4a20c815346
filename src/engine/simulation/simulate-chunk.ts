import { type Chunk } from '../columns/column.js';
import { samplePopulation } from '../population/sample-population.js';
import { assign, assignmentColumns, drawAssignments } from './assign.js';
import { type CompiledSimulation } from './compile.js';

/**
 * The agents [from, to): who they are, what they meet, what they choose under the scenario and, with the same luck, under the baseline.
 * Pure: the same range gives the same columns wherever and whenever it is run.
 */
export function simulateChunk(compiled: CompiledSimulation, from: number, to: number): Chunk {
  const { key, assignments, scenario, baseline } = compiled;
  const people = samplePopulation(compiled.population, key, from, to);
  const draws = drawAssignments(assignments, key, from, to);
  const assigned = {
    scenario: assign(assignments, draws, scenario),
    baseline: assign(assignments, draws, baseline),
  };
  const decided = compiled.decision.run({ key, from, to, people, assigned });
  return {
    from,
    to,
    columns: [...people.columns, ...assignmentColumns(assignments, draws, assigned.scenario), ...decided],
  };
}
