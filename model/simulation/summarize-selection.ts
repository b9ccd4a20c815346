import { type Column, columnNamed } from '../columns/column.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { comparedWithBaseline } from '../summary/model-errors.js';
import { segmentations } from '../summary/segment-groups.js';
import { statisticsOf } from '../summary/statistics.js';
import { summarize } from '../summary/summarize.js';
import type { Summary } from '../summary/summary.js';
import { type AgentGroups, agentGroupsOf } from './simulate-chunk.js';
import { compile } from './compile.js';
import { maxCurveAgents, passOverFigures } from './estimation-error.js';
import type { SimulatedAgents } from './summarize-groups.js';

/**
 * Summarizes some agents of a simulation like a whole simulation, with their segments and without curves. The errors are those of a group
 * of the agents, also the population error. Intervals are null if agents interact, because each depends on agents outside the selection.
 *
 * @param rows indices of the agents, ascending and at least one
 * @param baseline scenario of the baseline columns; default: the calibrated baseline
 */
export function summarizeSelection(
  { definition, scenario, seed, columns }: SimulatedAgents,
  rows: Int32Array,
  baseline?: Scenario,
): Summary {
  const agents = columnNamed(columns, 'outcome').values.length;
  const { interacting } = familyOf(definition.decision);
  const whole: AgentGroups = { groupOf: onlyAt(rows, new Uint8Array(agents)), groups: 1, isModelGroup: false };
  const segments = agentGroupsOf(segmentations(definition, columns)).map((group) => ({
    ...group,
    groupOf: onlyAt(rows, group.groupOf),
  }));
  const errors = interacting
    ? undefined
    : passOverFigures(compile(definition, scenario, seed, baseline), columns, Math.min(agents, maxCurveAgents), [
        whole,
        ...segments,
      ]);
  const { groups, targets, parameterEffects } = errors ?? {};
  const ofTargets = targets?.groups[0]?.[0] && { whole: targets.groups[0][0], groups: targets.groups.slice(1) };
  return summarize(
    definition,
    statisticsOf(definition, { columns: selectRows(columns, rows), events: [] }),
    {
      method: interacting ? 'draws' : 'delta',
      parameterDraws: 0,
      replicates: null,
      estimation: groups?.[0]?.[0],
      simulation: undefined,
      segments: groups?.slice(1),
      curves: undefined,
      targets: ofTargets,
      parameterEffects: parameterEffects?.groups && {
        whole: parameterEffects.groups[0]![0]!,
        groups: parameterEffects.groups.slice(1),
      },
    },
    baseline ? { scenario, baseline, hasOtherAlternatives: false } : comparedWithBaseline(definition, scenario),
    agents,
  );
}

/** Returns the columns of the agents at `rows`. */
export function selectRows(columns: readonly Column[], rows: Int32Array): Column[] {
  return columns.map((column) => {
    const { values } = column;
    const selected = values.slice(0, rows.length);
    rows.forEach((row, position) => {
      selected[position] = values[row]!;
    });
    return { ...column, values: selected } as Column;
  });
}

function onlyAt(rows: Int32Array, groupOf: ArrayLike<number>): Int32Array {
  const selected = new Int32Array(groupOf.length).fill(-1);
  for (const row of rows) selected[row] = groupOf[row]!;
  return selected;
}
