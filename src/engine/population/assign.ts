import { type Column } from '../columns/column.js';
import { type Assignment, type Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import { type StreamKey } from '../random/stream-key.js';

/** Each agent's own uniform number for each assignment. */
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

/** 1 where the agent's number lies below the share of the scenario. */
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
    return Uint8Array.from(draws[position]!, (draw) => Number(draw < share));
  });
}

/** `assignment.<id>` under the scenario, and `assignment_draw.<id>`, from which any other share can be told. */
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
