import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelErrorPrior } from './changed-parameters.js';

interface TestedEffect {
  workflow: string;
  parameter: string;
  kind: 'share' | 'mean';
  observed: number;
  observed_standard_error: number;
  predicted: number;
  predicted_standard_error: number;
}

const file = join(import.meta.dirname, '../../docs/validation/tested-effects.json');
const { effects } = JSON.parse(readFileSync(file, 'utf8')) as { effects: TestedEffect[] };

/** Effects with the same error: those of a parameter on shares, or on means. */
const groups = new Map<string, TestedEffect[]>();
for (const effect of effects) {
  const key = `${effect.workflow} ${effect.parameter} ${effect.kind}`;
  groups.set(key, [...(groups.get(key) ?? []), effect]);
}

/** Log of the marginal likelihood of a half-normal scale: the sum over points of τ replaces the integral. */
function logLikelihood(scale: number): number {
  const points = 400;
  const step = (6 * scale) / points;
  return [...groups.values()].reduce((sum, group) => {
    const logs = Array.from({ length: points }, (_, k) => {
      const tau = step * (k + 0.5);
      const prior = -(tau ** 2) / (2 * scale ** 2) - Math.log(scale) + Math.log(2 / Math.PI) / 2;
      return group.reduce((own, { observed, observed_standard_error, predicted, predicted_standard_error }) => {
        const variance =
          observed_standard_error ** 2 + predicted_standard_error ** 2 + (tau * predicted) ** 2 + Number.EPSILON;
        return own - Math.log(variance) / 2 - (observed - predicted) ** 2 / (2 * variance);
      }, prior);
    });
    const greatest = Math.max(...logs);
    return sum + greatest + Math.log(step * logs.reduce((own, log) => own + Math.exp(log - greatest), 0));
  }, 0);
}

describe('the prior of model errors', () => {
  it('Its scale is the one that the tested effects of the catalog make most likely', () => {
    const scales = Array.from({ length: 200 }, (_, k) => 0.05 + 0.005 * k);
    const best = scales.reduce((a, b) => (logLikelihood(b) > logLikelihood(a) ? b : a));
    expect(groups.size).toBeGreaterThan(15);
    // To one digit: its 95% interval is 0.17 to 0.51.
    expect(best).toBeCloseTo(modelErrorPrior.changes, 1);
  });
});
