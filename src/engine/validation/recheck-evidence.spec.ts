import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { parseDefinition } from './parse-definition.js';
import { recheckEvidence } from './recheck-evidence.js';

const folder = join(import.meta.dirname, '../../catalog');
const read = (file: string) => parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8')));

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
});
