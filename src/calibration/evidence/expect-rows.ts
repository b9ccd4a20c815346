import type { WorkflowDefinition } from '../../engine/definition.js';
import { familyOf } from '../../engine/families/family-of.js';
import { type Coefficients, estimatesOf } from '../../engine/model/compile-equations.js';
import { streamKey } from '../../engine/random/stream-key.js';
import type { Model } from '../fit-sample.js';
import { rowsByScenario } from '../rows/rows.js';
import { interleaveRows, situationOf } from './situation-of.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';

/** Expectation of each row: outcome shares, means of the measures, points of the curves. */
export interface Expected {
  readonly targets: number;
  /** Rows × targets; NaN for rows that were not selected. */
  readonly values: Float64Array;
}

/**
 * Closed form of each row: the family's expectation for one agent in the situation of the row. For interacting agents,
 * all rows of a scenario get the joint expectation of their agents.
 *
 * @param selected positions of the rows
 */
export function expectRows(
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'bound' | 'simulationWeights'>,
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
  { rows, bound, simulationWeights }: Pick<Model, 'rows' | 'bound' | 'simulationWeights'>,
  selected: Int32Array,
  draws: readonly Coefficients[],
): Expected[] {
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

/** Quantity of an expectation. */
export type Target =
  | { readonly kind: 'outcome' | 'measure'; readonly id: string }
  | { readonly kind: 'curve'; readonly id: string; readonly step: number };

/** Targets of a definition, in the order of its family. */
export function targetsOf({ decision, scenario }: WorkflowDefinition): Target[] {
  const family = familyOf(decision);
  return [
    ...family.outcomes(decision).map(({ id }): Target => ({ kind: 'outcome', id })),
    ...family.measures(decision, scenario.parameters).map(({ id }): Target => ({ kind: 'measure', id })),
    ...family.curves(decision).flatMap(({ id, steps }) => steps.map((step): Target => ({ kind: 'curve', id, step }))),
  ];
}
