import { type Column } from '../columns/column.js';
import { type Situation } from '../model/decision-family.js';
import { samplePopulation } from '../population/sample-population.js';
import { assign, assignmentColumns, drawAssignments } from './assign.js';
import { type CompiledSimulation } from './compile.js';

/** The agents [from, to): who they are, and what they meet. */
export interface Met {
  readonly situation: Situation;
  /** Attributes and assignments. */
  readonly columns: readonly Column[];
}

export function meet(
  compiled: CompiledSimulation,
  from: number,
  to: number,
  onStep?: (done: number, of: number) => void,
): Met {
  const { key, assignments, scenario, baseline } = compiled;
  const people = samplePopulation(compiled.population, key, from, to);
  const draws = drawAssignments(assignments, key, from, to);
  const assigned = {
    scenario: assign(assignments, draws, scenario),
    baseline: assign(assignments, draws, baseline),
  };
  return {
    situation: { key, from, to, people, assigned, replicate: 0, ...(onStep && { onStep }) },
    columns: [...people.columns, ...assignmentColumns(assignments, draws, assigned.scenario)],
  };
}
