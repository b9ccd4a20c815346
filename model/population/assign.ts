import type { Column } from '../columns/column.js';
import type { Assignment, Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';

/** Uniform random numbers in (0, 1) of the agents [from, to): one array per assignment, one number per agent. */
export function drawAssignments(
  assignments: readonly Assignment[],
  key: StreamKey,
  from: number,
  to: number,
): Float64Array[] {
  const count = to - from;
  const draws = new Float64Array(assignments.length * count);
  fillUniforms(key, streamPurposes.perception, 0, assignments.length, from, to, draws);
  return assignments.map((_, position) => draws.subarray(position * count, (position + 1) * count));
}

/**
 * Assignments under a scenario: one array per assignment, 1 for each agent with a draw below the share, else 0.
 *
 * @throws EngineError `invalid_scenario` if the scenario lacks the share of an assignment
 */
export function assign(
  assignments: readonly Assignment[],
  draws: readonly Float64Array[],
  scenario: Scenario,
): Uint8Array[] {
  return assignments.map((assignment, position) => {
    const share = scenario[assignment.share];
    if (typeof share !== 'number') {
      throw new EngineError('invalid_scenario', `The scenario lacks the parameter ${assignment.share}.`, {
        parameter: assignment.share,
      });
    }
    const own = draws[position]!;
    const assigned = new Uint8Array(own.length);
    for (let row = 0; row < own.length; row++) assigned[row] = Number(own[row]! < share);
    return assigned;
  });
}

/** Columns `assignment.<id>` under the scenario and `assignment_draw.<id>`. The draws determine the assignment at any other share. */
export function assignmentColumns(
  assignments: readonly Assignment[],
  draws: readonly Float64Array[],
  assigned: readonly Uint8Array[],
): Column[] {
  return assignments.flatMap(({ id }, position): Column[] => [
    { name: `assignment.${id}`, type: 'bool', values: assigned[position]! },
    { name: `assignment_draw.${id}`, type: 'float64', values: draws[position]! },
  ]);
}
