import { type WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import { estimatesOf } from '../../engine/model/compile-equations.js';
import { streamKey } from '../../engine/random/stream-key.js';
import { type Model } from '../fit-sample.js';
import { rowsByScenario } from '../rows/rows.js';
import { inRounds, situationOf } from './situation-of.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';

/** What the model expects of each row: outcome shares, means of the measures, points of the curves. */
export interface Expected {
  readonly targets: number;
  /** Rows of the data × targets; NaN for rows that were not asked about. */
  readonly values: Float64Array;
}

/**
 * The closed form of each row: the family's own expectation of one person in that row's situation. Where people meet there is none of one
 * person alone: rows under one scenario then all have the expectation of those people together.
 *
 * @param asked which rows
 */
export function expectRows(
  definition: WorkflowDefinition,
  { rows, bound, people }: Pick<Model, 'rows' | 'bound' | 'people'>,
  asked: Int32Array,
): Expected {
  const { decision, workflow_id } = definition;
  const { copies = 1 } = bound;
  const family = familyOf(decision);
  const estimates = [estimatesOf(family.linear(decision))];
  const targets = targetsOf(definition).length;
  const values = new Float64Array(rows.count * targets).fill(NaN);
  const key = streamKey(0, workflow_id);
  const standing = asked.filter((row) => people[row]! > 0);
  rowsByScenario(rows, standing).forEach((group, k) => {
    if (group.length === 0) return;
    const scenario = rows.scenarios[k]!;
    const compiled = family.compile(decision, { ...productContextOf(definition), scenario, baseline: scenario });
    for (const part of family.interacting ? [group] : Array.from(group, (row) => Int32Array.of(row))) {
      const { at } = inRounds(
        part,
        Array.from(part, () => copies),
      );
      const [expectation] = compiled.expect(situationOf(rows, at, key, part[0]! * copies), estimates);
      for (const row of part) values.set(expectation!.scenario, row * targets);
    }
  });
  return { targets, values };
}

/** What an expectation is of, in the family's order. */
export type Target =
  | { readonly kind: 'outcome' | 'measure'; readonly id: string }
  | { readonly kind: 'curve'; readonly id: string; readonly step: number };

export function targetsOf({ decision, scenario }: WorkflowDefinition): Target[] {
  const family = familyOf(decision);
  return [
    ...family.outcomes(decision).map(({ id }): Target => ({ kind: 'outcome', id })),
    ...family.measures(decision, scenario.parameters).map(({ id }): Target => ({ kind: 'measure', id })),
    ...family.curves(decision).flatMap(({ id, steps }) => steps.map((step): Target => ({ kind: 'curve', id, step }))),
  ];
}
