import type { WorkflowDefinition } from '../../engine/definition.js';
import { familyOf } from '../../engine/families/family-of.js';
import { type Coefficients, estimatesOf } from '../../engine/model/compile-equations.js';
import { streamKey } from '../../engine/random/stream-key.js';
import type { Model } from '../fit-sample.js';
import { rowsByScenario } from '../rows/rows.js';
import { expectSeries } from './held-out-series.js';
import { type Expected, targetsOf } from './targets.js';
import { interleaveRows, situationOf } from './situation-of.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';

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
