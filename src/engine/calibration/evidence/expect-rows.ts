import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { familyOf } from '../../families/family-of.js';
import { estimatesOf } from '../../linear/compile-equations.js';
import { streamKey } from '../../rng/stream-key.js';
import { productContextOf } from '../../simulation/compile.js';
import { type Rows, rowsByScenario } from '../rows/rows.js';
import { situationOf } from './situation-of.js';

/** What the model expects of each row: outcome shares, means of the measures, points of the curves. */
export interface Expected {
  readonly targets: number;
  /** Rows of the data × targets; NaN for rows that were not asked about. */
  readonly values: Float64Array;
}

/**
 * The closed form of each row: the family's own expectation of one person in that row's situation.
 *
 * @param asked which rows
 * @param copies over how many such people the expectation is taken: more than one where it depends on who they are by luck
 */
export function expectRows(definition: WorkflowDefinition, rows: Rows, asked: Int32Array, copies = 1): Expected {
  const { decision, workflow_id } = definition;
  const family = familyOf(decision);
  const estimates = [estimatesOf(family.linear(decision))];
  const targets = targetsOf(definition).length;
  const values = new Float64Array(rows.count * targets).fill(NaN);
  const key = streamKey(0, workflow_id);
  rowsByScenario(rows, asked).forEach((group, k) => {
    if (group.length === 0) return;
    const scenario = rows.scenarios[k]!;
    const compiled = family.compile(decision, { ...productContextOf(definition), scenario, baseline: scenario });
    group.forEach((row) => {
      const situation = situationOf(rows, Int32Array.of(row), copies, key, row * copies);
      values.set(compiled.expect(situation, estimates)[0]!.scenario, row * targets);
    });
  });
  return { targets, values };
}

/** What an expectation is of, in the family's order. */
export type Target =
  | { readonly kind: 'outcome' | 'measure'; readonly id: string }
  | { readonly kind: 'curve'; readonly id: string; readonly step: number };

export function targetsOf({ decision }: WorkflowDefinition): Target[] {
  const family = familyOf(decision);
  return [
    ...family.outcomes(decision).map(({ id }): Target => ({ kind: 'outcome', id })),
    ...family.measures(decision).map(({ id }): Target => ({ kind: 'measure', id })),
    ...family.curves(decision).flatMap(({ id, steps }) => steps.map((step): Target => ({ kind: 'curve', id, step }))),
  ];
}
