import type { WorkflowDefinition } from '../../definition.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import { familyOf } from '../../families/family-of.js';
import { streamKey } from '../../random/stream-key.js';
import type { Model } from '../fit-sample.js';
import { columnAt, rowsByScenario } from '../rows/rows.js';
import { type Simulated, targetsOf, type Expected } from './compare.js';
import { simulateSeries, expectSeries, situationOf } from './held-out-series.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { type Coefficients, estimatesOf } from '../../equations/compile-equations.js';

/** Target size of one run of independent agents. */
const maxAgentsPerRun = 20_000;

/**
 * Simulates agents in the situation of each row with the engine: attributes, assignments and scenario of the row, with
 * separate random errors.
 *
 * @param selected positions of the rows
 * @param agents agents per respondent that a row represents, at least 2
 */
export function simulateRows(
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'simulationWeights' | 'simulationCounts' | 'lastChoice'>,
  selected: Int32Array,
  agents: number,
  seed: number,
): Simulated {
  const { rows, simulationWeights, simulationCounts, lastChoice } = model;
  if (lastChoice !== undefined) return simulateSeries(definition, lastChoice, model, selected, agents, seed);
  const { decision, workflow_id } = definition;
  const family = familyOf(decision);
  const targets = targetsOf(definition).length;
  const values = new Float64Array(rows.count * targets).fill(NaN);
  const variances = new Float64Array(rows.count * targets).fill(NaN);
  const key = streamKey(seed, workflow_id);
  const countOf = (row: number) => agents * simulationCounts[row]!;
  let first = 0;
  const simulatedRows = selected.filter((row) => simulationWeights[row]! > 0);
  rowsByScenario(rows, simulatedRows).forEach((group, k) => {
    if (group.length === 0) return;
    const scenario = rows.scenarios[k]!;
    const compiled = family.compile(decision, { ...productContextOf(definition), scenario, baseline: scenario });
    for (const part of family.interacting ? [group] : partsOf(group, countOf)) {
      const { at, placesOf } = interleaveRows(part, Array.from(part, countOf));
      const decided = compiled.run(situationOf(rows, at, key, first));
      part.forEach((row, position) => {
        const { means, spreads } = momentsOf(definition, decided, placesOf[position]!);
        values.set(means, row * targets);
        const perAgent = spreads.map((spread) => spread / placesOf[position]!.length);
        variances.set(perAgent, row * targets);
      });
      first += at.length;
    }
  });
  return { targets, values, variances, agents, count: first };
}

/** Consecutive rows, grouped to about the maximum number of agents. */
function partsOf(group: Int32Array, countOf: (row: number) => number): Int32Array[] {
  const parts: Int32Array[] = [];
  let [start, count] = [0, 0];
  group.forEach((row, k) => {
    count += countOf(row);
    if (count < maxAgentsPerRun && k < group.length - 1) return;
    parts.push(group.subarray(start, k + 1));
    [start, count] = [k + 1, 0];
  });
  return parts;
}

/** Means and variances over some agents of a run, by target. */
function momentsOf(
  { decision, scenario }: WorkflowDefinition,
  { columns }: DecisionOutput,
  places: Int32Array,
): { means: number[]; spreads: number[] } {
  const family = familyOf(decision);
  const count = places.length;
  const own = columns.map((column) => columnAt(column, places));
  const named = (name: string) => own.find((column) => column.name === name)!;
  const outcome = Array.from(named('outcome').values);
  const shares = family.outcomes(decision).map((_, code) => outcome.filter((one) => one === code).length / count);
  const points = family.countCurves(decision, { columns: own, events: [] }).flat();
  const curves = points.map((point) => point.count / count);
  const measures = family.measures(decision, scenario.parameters).map(({ id }) => {
    const values = Float64Array.from(named(`measure.${id}`).values);
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    return { mean, spread: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1) };
  });
  const ofShare = (share: number) => (share * (1 - share) * count) / (count - 1);
  return {
    means: [...shares, ...measures.map(({ mean }) => mean), ...curves],
    spreads: [...shares.map(ofShare), ...measures.map(({ spread }) => spread), ...curves.map(ofShare)],
  };
}

/**
 * Closed form of each row: the family's expectation for one agent in the situation of the row. For interacting agents,
 * all rows of a scenario get the joint expectation of their agents.
 *
 * @param selected positions of the rows
 */
export function expectRows(
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'bound' | 'simulationWeights' | 'lastChoice'>,
  selected: Int32Array,
): Expected {
  const estimates = estimatesOf(familyOf(definition.decision).linear(definition.decision));
  return expectRowsWith(definition, model, selected, [estimates])[0]!;
}

/**
 * Closed form of each row for several sets of coefficients, with the same random numbers for each set.
 *
 * @param selected positions of the rows
 * @param draws sets of coefficients, in the order of the model
 */
export function expectRowsWith(
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'bound' | 'simulationWeights' | 'lastChoice'>,
  selected: Int32Array,
  draws: readonly Coefficients[],
): Expected[] {
  const { rows, bound, simulationWeights, lastChoice } = model;
  if (lastChoice !== undefined) return expectSeries(definition, lastChoice, model, selected, draws);
  const { decision, workflow_id } = definition;
  const { copies = 1 } = bound;
  const family = familyOf(decision);
  const targets = targetsOf(definition).length;
  const results = draws.map(() => new Float64Array(rows.count * targets).fill(NaN));
  const key = streamKey(0, workflow_id);
  const simulatedRows = selected.filter((row) => simulationWeights[row]! > 0);
  rowsByScenario(rows, simulatedRows).forEach((group, k) => {
    if (group.length === 0) return;
    const scenario = rows.scenarios[k]!;
    const compiled = family.compile(decision, { ...productContextOf(definition), scenario, baseline: scenario });
    for (const part of family.interacting ? [group] : Array.from(group, (row) => Int32Array.of(row))) {
      const { at } = interleaveRows(
        part,
        Array.from(part, () => copies),
      );
      const expectations = compiled.expect(situationOf(rows, at, key, part[0]! * copies), draws);
      expectations.forEach((expectation, draw) => {
        for (const row of part) results[draw]!.set(expectation.scenario, row * targets);
      });
    }
  });
  return results.map((values) => ({ targets, values }));
}

/**
 * Repeats rows in rounds: each row once, then each row a second time and so on, so that neighboring agents differ.
 * `placesOf` contains the positions of each row in `at`.
 *
 * @param counts number of agents per row
 */
function interleaveRows(selected: Int32Array, counts: ArrayLike<number>): { at: Int32Array; placesOf: Int32Array[] } {
  const at: number[] = [];
  const places = Array.from(selected, (): number[] => []);
  const maxCount = Array.from(counts).reduce((greatest, count) => Math.max(greatest, count), 0);
  for (let round = 0; round < maxCount; round++) {
    selected.forEach((row, k) => {
      if (round >= counts[k]!) return;
      places[k]!.push(at.length);
      at.push(row);
    });
  }
  return { at: Int32Array.from(at), placesOf: places.map((own) => Int32Array.from(own)) };
}
