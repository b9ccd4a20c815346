import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { normalQuantile } from '../math/normal.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { matched, summaryOf } from './testing/matched-definitions.js';

const swissmetro = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../model/testing/linear-mode-choice.json'), 'utf8')),
);
const samples = 200;

describe('the errors of matched constants', () => {
  it(`Intervals of the targets part contain the value at the true share in 95% of ${samples} samples`, () => {
    const few = { seed: 3, agentCount: 60 };
    const outcome = (definition: WorkflowDefinition) =>
      summaryOf(definition, { train_cost_factor: 0.7 }, few).outcomes[2]!;
    const truth = outcome(matched(swissmetro, [{ outcome: 'train', share: 0.3 }], few)).share;
    let covered = 0;
    for (let sample = 0; sample < samples; sample++) {
      const share = 0.3 + 0.02 * normalQuantile((sample + 0.5) / samples);
      const target = { outcome: 'train', share, standard_error: 0.02 };
      const { share: value, errors } = outcome(matched(swissmetro, [target], few));
      if (Math.abs(value - truth) <= 1.96 * errors.targets!) covered++;
    }
    expect(covered / samples).toBeGreaterThan(0.93);
    expect(covered / samples).toBeLessThan(0.97);
  });
});
