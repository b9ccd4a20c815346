import { type Column } from '../../columns/column.js';
import { type Decision, type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Decided, type DecisionFamily } from '../../families/decision-family.js';
import { familyOf } from '../../families/family-of.js';
import { streamKey } from '../../rng/stream-key.js';
import { productContextOf } from '../../simulation/compile.js';
import { type Rows, rowsByScenario } from '../rows/rows.js';
import { type Expected, targetsOf } from './expect-rows.js';
import { situationOf } from './situation-of.js';

/** What agents did in the situation of each row. */
export interface Simulated extends Expected {
  /** Rows × targets: the variance of each mean, from how the agents of the row differ. */
  readonly variances: Float64Array;
  readonly agents: number;
  readonly seed: number;
}

/** Agents in one run. */
const MOST_AT_ONCE = 20_000;

/**
 * Runs agents in the situation of each row, with the engine's own run: attributes, assignments and scenario as that row had them, luck of
 * their own.
 *
 * @param asked which rows
 * @param agents for each row, at least 2
 */
export function simulateRows(
  definition: WorkflowDefinition,
  rows: Rows,
  asked: Int32Array,
  agents: number,
  seed: number,
): Simulated {
  const { decision, workflow_id } = definition;
  const family = familyOf(decision);
  const targets = targetsOf(definition).length;
  const values = new Float64Array(rows.count * targets).fill(NaN);
  const variances = new Float64Array(rows.count * targets).fill(NaN);
  const key = streamKey(seed, workflow_id);
  const atOnce = Math.max(1, Math.floor(MOST_AT_ONCE / agents));
  let first = 0;
  rowsByScenario(rows, asked).forEach((group, k) => {
    if (group.length === 0) return;
    const scenario = rows.scenarios[k]!;
    const compiled = family.compile(decision, { ...productContextOf(definition), scenario, baseline: scenario });
    for (let start = 0; start < group.length; start += atOnce) {
      const part = group.subarray(start, start + atOnce);
      const decided = compiled.run(situationOf(rows, part, agents, key, first));
      part.forEach((row, position) => {
        const { means, spreads } = momentsOf(family, decision, decided, position * agents, agents);
        values.set(means, row * targets);
        variances.set(
          spreads.map((spread) => spread / agents),
          row * targets,
        );
      });
      first += part.length * agents;
    }
  });
  return { targets, values, variances, agents, seed };
}

/** Means and variances over the agents [from, from + count) of a run, by target. */
function momentsOf(
  family: DecisionFamily<Decision>,
  decision: Decision,
  { columns }: Decided,
  from: number,
  count: number,
): { means: number[]; spreads: number[] } {
  const own = columns.map((column) => sliceOf(column, from, count));
  const named = (name: string) => own.find((column) => column.name === name)!;
  const outcome = Array.from(named('outcome').values);
  const shares = family.outcomes(decision).map((_, code) => outcome.filter((one) => one === code).length / count);
  const points = family.countCurves(decision, { columns: own, events: [] }).flat();
  const curves = points.map((point) => point.count / count);
  const measures = family.measures(decision).map(({ id }) => {
    const values = Float64Array.from(named(`measure.${id}`).values);
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    return { mean, spread: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1) };
  });
  const ofShare = (share: number) => share * (1 - share);
  return {
    means: [...shares, ...measures.map(({ mean }) => mean), ...curves],
    spreads: [...shares.map(ofShare), ...measures.map(({ spread }) => spread), ...curves.map(ofShare)],
  };
}

function sliceOf(column: Column, from: number, count: number): Column {
  return { ...column, values: column.values.subarray(from, from + count) } as Column;
}
