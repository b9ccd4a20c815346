import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { criticalRatio, standardErrorFunction } from './effects.js';

const json = readFileSync(join(import.meta.dirname, '../../../catalog/swissmetro-mode-choice.json'), 'utf8');
const { evidence, decision } = JSON.parse(json) as WorkflowDefinition;
const model = { coefficients: decision.coefficients } as unknown as LinearModel;
const { covariance, ...withoutCovariance } = evidence;
const gradientOf = (entries: Readonly<Record<number, number>>) => {
  const values = new Float64Array(decision.coefficients.length);
  for (const [position, value] of Object.entries(entries)) values[Number(position)] = value;
  return { positions: Object.keys(entries).map(Number), values };
};

describe('the standard error of a sum of coefficients', () => {
  it('The standard error of one coefficient is that of the evidence', () => {
    const { matrix, coefficients } = covariance!;
    const row = coefficients.indexOf(decision.coefficients[2]!.id);
    expect(standardErrorFunction({ evidence }, model)(gradientOf({ 2: -3 }))).toBeCloseTo(
      3 * Math.sqrt(matrix[row]![row]!),
      12,
    );
  });

  it('Without a covariance, the standard error is the upper bound for every correlation', () => {
    const exact = standardErrorFunction({ evidence }, model);
    const bound = standardErrorFunction({ evidence: withoutCovariance }, model);
    const sums: Readonly<Record<number, number>>[] = [{ 2: 1 }, { 2: 1, 3: -2 }, { 0: 1, 4: 1, 5: 0.3 }];
    for (const entries of sums)
      expect(bound(gradientOf(entries))).toBeGreaterThanOrEqual(exact(gradientOf(entries)) * (1 - 1e-4));
  });

  it('A fixed coefficient has no error, and a coefficient without an estimate has an infinite one', () => {
    const none = { evidence: { ...withoutCovariance, estimates: [] } };
    const fixed = { coefficients: [{ id: 'one', label: 'One', estimate: 1, fixed: true }] } as unknown as LinearModel;
    expect(standardErrorFunction(none, fixed)(gradientOf({ 0: 2 }))).toBe(0);
    expect(standardErrorFunction(none, model)(gradientOf({ 0: 2 }))).toBe(Infinity);
  });

  it('Few degrees of freedom raise the ratio that is significant', () => {
    expect(criticalRatio({ evidence })).toBeCloseTo(1.96, 2);
    const few = { ...evidence, covariance: { ...covariance!, degrees_of_freedom: 5 } };
    expect(criticalRatio({ evidence: few })).toBeCloseTo(2.57, 2);
  });
});
