import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { CalibrationTarget } from '../definition/adjustments.schema.js';
import { simulate } from '../simulation/simulate.js';
import { summarizeParts } from '../simulation/summarize-groups.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { agents, matched, summaryOf } from './testing/matched-definitions.js';
import { normalQuantile } from '../math/normal.js';
import { itInFullLevel } from '../../test/support/full-level.js';

const swissmetro = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../testing/linear-mode-choice.json'), 'utf8')),
);
const samples = 200;

const estimate = (definition: WorkflowDefinition, id: string) =>
  definition.decision.coefficients.find((coefficient) => coefficient.id === id)!.estimate;

describe('the errors of matched constants', () => {
  const target = { outcome: 'train', share: 0.3, standard_error: 0.02 };
  const cheaper = { train_cost_factor: 0.7 };

  it('The covariance is that of the implicit function of the slopes', () => {
    const result = matched(swissmetro, [target]);
    const { coefficients, matrix } = result.evidence.covariance!;
    const published = swissmetro.evidence.covariance!;
    // Numeric derivatives of the matched constant with respect to each coefficient.
    const slopes = published.coefficients.map((id) => {
      const [above, below] = [1e-4, -1e-4].map((step) => {
        const decision = structuredClone(swissmetro.decision);
        const own = decision.coefficients.find((coefficient) => coefficient.id === id)!;
        own.estimate += step;
        return estimate(matched({ ...swissmetro, decision }, [target]), 'asc_train');
      });
      return (above! - below!) / 2e-4;
    });
    const covarianceWith = (k: number) =>
      slopes.reduce((sum, slope, column) => sum + slope * published.matrix[column]![k]!, 0);
    const own = coefficients.indexOf('asc_train');
    const variance = slopes.reduce((sum, slope, k) => sum + slope * covarianceWith(k), 0);
    expect(matrix[own]![own]! / variance).toBeCloseTo(1, 5);
    const time = coefficients.indexOf('time');
    expect(matrix[own]![time]!).toBeCloseTo(covarianceWith(published.coefficients.indexOf('time')), 6);
    expect(matrix[time]![time]).toBe(published.matrix[time]![time]);
  });

  it('The targets part is the derivative of a figure with respect to the target, times its standard error', () => {
    const share = (value: number) =>
      summaryOf(matched(swissmetro, [{ ...target, share: value }]), cheaper).outcomes[1]!.share;
    const slope = (share(0.3005) - share(0.2995)) / 0.001;
    const summary = summaryOf(matched(swissmetro, [target]), cheaper);
    expect(summary.outcomes[1]!.errors.targets).toBeCloseTo(Math.abs(slope) * 0.02, 6);
    const baseline = summaryOf(matched(swissmetro, [target])).outcomes[0]!;
    const { simulation, population, model, estimation, targets } = baseline.errors;
    expect([simulation, population, model]).toEqual([0, 0, 0]);
    expect(estimation).toBeCloseTo(0, 9);
    expect(targets).toBeCloseTo(0.02, 9);
    expect(baseline.interval![0]).toBeCloseTo(0.262, 3);
    expect(baseline.interval![1]).toBeCloseTo(0.341, 3);
  });

  it('Draws of the coefficients keep the matched share', () => {
    const definition = matched(swissmetro, [target]);
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), ...agents, parameterDraws: 40 });
    const [train, swiss] = summary.outcomes;
    expect(train!.errors.estimation).toBeLessThan(0.003);
    expect(swiss!.errors.estimation).toBeGreaterThan(0.003);
    expect(train!.errors.targets).toBeCloseTo(0.02, 9);
  });

  it('The error of an uncertain target is null for a group without agents that have derivatives, and 0 for an exact target', () => {
    const definition = matched(swissmetro, [target]);
    const exact = matched(swissmetro, [{ outcome: 'train', share: 0.3 }]);
    delete exact.evidence.covariance;
    const groupOf = (own: WorkflowDefinition) => {
      const scenario = baselineScenario(own);
      const { columns } = simulate({ definition: own, scenario, seed: 7, agentCount: 2_600 });
      const rows = Int32Array.from({ length: 600 }, (_, row) => 2_000 + row);
      return summarizeParts({ definition: own, scenario, seed: 7, columns }, rows, []).total.outcomes[0]!.errors;
    };
    expect(groupOf(definition)).toMatchObject({ estimation: null, targets: null });
    expect(groupOf(exact)).toMatchObject({ estimation: null, targets: 0 });
  });

  it('A target keeps its error if the first agents of its group do not have the outcome', () => {
    // Of the three agents with an unknown age, the first one has no car, and only this one is among the first 2,000 agents, which give the derivatives.
    const group: CalibrationTarget = { outcome: 'car', where: { age: ['unknown'] }, share: 0.3, standard_error: 0.1 };
    const { adjustments } = matched(swissmetro, [group], { seed: 12, agentCount: 4_000 });
    expect(adjustments?.targets?.covariance?.matrix[0]![0]).toBeGreaterThan(0.1);
  });

  it('Definitions without targets have no part for targets', () => {
    expect(summaryOf(swissmetro).outcomes[0]!.errors).not.toHaveProperty('targets');
  });

  itInFullLevel(
    `Intervals of the targets part contain the value at the true share in 95% of ${samples} samples`,
    () => {
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
    },
  );
});
