import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { ModelComparison } from '../definition/evidence.schema.js';
import { parseDefinition } from './parse-definition.js';
import { recheckEvidence } from './recheck-evidence.js';

const folder = join(import.meta.dirname, '../../catalog');
const read = (file: string) => parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8')));

/** Makes the second model a special case of the first one, with two parameters less. */
function nest(comparison: ModelComparison): void {
  const [own, other] = comparison.models;
  other.parameters -= 2;
  other.aic! -= 4;
  other.bic! -= 2 * Math.log(comparison.observations);
  comparison.likelihood_ratio = {
    statistic: 2 * (own.log_likelihood - other.log_likelihood),
    degrees_of_freedom: 2,
    p: 0,
  };
  comparison.vuong = null;
}

describe('recheckEvidence', () => {
  it.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
    'The derived values in the evidence of %s are consistent',
    (file) => {
      expect(recheckEvidence(read(file))).toEqual([]);
    },
  );

  it.each<[string, (evidence: WorkflowDefinition['evidence']) => void]>([
    ['hold_out.observations', (evidence) => (evidence.hold_out.observations += 1)],
    ['fits.0.null_models.0.mcfadden_r2', ({ fits }) => (fits[0]!.null_models[0]!.mcfadden_r2 += 0.1)],
    ['hold_out.outcomes', ({ hold_out }) => (hold_out.outcomes[0]!.observed += 0.1)],
    ['hold_out.outcomes.0.simulated', ({ hold_out }) => (hold_out.outcomes[0]!.simulated! += 0.1)],
    ['hold_out.total_variation', ({ hold_out }) => (hold_out.total_variation! /= 2)],
    ['hold_out.mcfadden_r2', ({ hold_out }) => (hold_out.mcfadden_r2! += 0.2)],
    ['covariance.matrix.0.0', ({ covariance }) => (covariance!.matrix[0]![0]! *= 2)],
  ])('An inconsistent value at %s is reported', (path, change) => {
    const definition = read('swissmetro-mode-choice.json');
    change(definition.evidence);
    expect(recheckEvidence(definition).map((issue) => issue.path)).toContain(`evidence.${path}`);
  });

  it.each<[string, (comparison: ModelComparison, definition: WorkflowDefinition) => void]>([
    ['sample', (_, { evidence }) => (evidence.fits = evidence.fits.filter(({ sample }) => sample === 'train'))],
    ['observations', (comparison) => (comparison.observations += 1)],
    ['models.0', ({ models }) => (models[0].workflow_id = 'another-workflow')],
    ['models.0', ({ models }) => (models[0].version = '9.0.0')],
    ['models.0.parameters', ({ models }) => (models[0].parameters -= 1)],
    ['models.0.log_likelihood', ({ models }) => (models[0].log_likelihood += 0.01)],
    ['models.0.mcfadden_r2', ({ models }) => (models[0].mcfadden_r2! += 0.01)],
    ['models.0.aic', ({ models }) => (models[0].aic! += 0.01)],
    ['models.1.bic', ({ models }) => (models[1].bic! += 0.01)],
    ['models.0.held_out.log_loss', ({ models }) => (models[0].held_out.log_loss! -= 0.01)],
    ['models', ({ models }) => (models[1].held_out.invented = 1)],
    ['models.1', ({ models }) => Object.assign(models[1], models[0])],
    ['models.0', (_, { evidence }) => (evidence.estimates[0]!.prior = { mean: 0, sd: 1, share: 0.1 })],
    ['likelihood_ratio', ({ models }) => (models[1].aic = null)],
    ['likelihood_ratio.degrees_of_freedom', (comparison) => (comparison.likelihood_ratio!.degrees_of_freedom += 1)],
    ['likelihood_ratio.statistic', (comparison) => (comparison.likelihood_ratio!.statistic += 1)],
    ['likelihood_ratio.p', (comparison) => (comparison.likelihood_ratio!.p = 0.5)],
    ['vuong.p', (comparison) => (comparison.vuong!.z = 1)],
  ])('A comparison with another model with an inconsistent %s is reported', (path, change) => {
    const definition = read('swissmetro-value-of-time.json');
    if (path.startsWith('likelihood_ratio')) nest(definition.evidence.comparison!);
    change(definition.evidence.comparison!, definition);
    const issues = recheckEvidence(definition).filter((issue) => issue.path === `evidence.comparison.${path}`);
    expect(issues).toHaveLength(1);
    expect(issues[0]!.message).not.toMatch(/NaN|undefined/);
  });
});
