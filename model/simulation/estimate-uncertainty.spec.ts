import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { withClasses, withMembership, withRandomTastes } from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { simulate } from './simulate.js';
import { sampleSize } from '../../test/support/full-level.js';

const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

/** Adds a covariance of 0.1² for coefficients that were added to the definition. */
function withCovariance(definition: WorkflowDefinition): WorkflowDefinition {
  const ids = definition.decision.coefficients.map(({ id }) => id);
  const matrix = ids.map((_, i) => ids.map((__, j) => (i === j ? 0.01 : 0)));
  const covariance = { method: 'assumed', coefficients: ids, matrix };
  return { ...definition, evidence: { ...definition.evidence, covariance } };
}

const swissmetro = read('../model/testing/linear-mode-choice');
const workflows: [string, WorkflowDefinition, object][] = [
  ['a conditional logit', swissmetro, { swissmetro_cost_factor: 0.8 }],
  ['random tastes', withCovariance(withRandomTastes(swissmetro)), { swissmetro_cost_factor: 0.8 }],
  ['latent classes', withCovariance(withClasses(swissmetro)), { swissmetro_cost_factor: 0.8 }],
  ['attributes in log odds of classes', withCovariance(withMembership(swissmetro)), { swissmetro_cost_factor: 0.8 }],
  ['a binary logit', read('hiv-test-incentive'), {}],
  ['an ordered logit', read('housing-satisfaction'), {}],
  ['counts', read('health-insurance-visits'), { plan: 'coinsurance_95' }],
  ['a hazard', read('unemployment-duration'), {}],
  ['willingness to pay', read('conservation-wtp'), {}],
];

describe.each(workflows)('the estimation error of %s', (_, definition, changes) => {
  const scenario = { ...baselineScenario(definition), ...changes };
  const request = { definition, scenario, seed: 2, agentCount: sampleSize(300, 1_000) };
  const analytic = simulate(request).summary;
  const drawn = simulate({ ...request, parameterDraws: 200 }).summary;

  it('The estimation error is nearly the same from derivatives and from 200 draws of the coefficients', () => {
    const figures = ({ outcomes, measures, curves }: typeof analytic) => [
      ...outcomes,
      ...measures,
      ...curves.flatMap(({ points }) => points.filter((__, k) => k % 5 === 0)),
    ];
    figures(analytic).forEach(({ errors, difference_errors: difference }, k) => {
      const other = figures(drawn)[k]!;
      for (const [own, reference] of [
        [errors.estimation!, other.errors.estimation!],
        [difference.estimation!, other.difference_errors.estimation!],
      ]) {
        if (reference! < 1e-9) expect(own!).toBeLessThan(1e-9);
        // A standard deviation of 200 draws has a relative error of 5%. Curvature adds to it.
        else expect(Math.abs(own! / reference! - 1)).toBeLessThan(0.25);
      }
    });
  });

  it('The method of the estimation error does not change the agents, and a repeated run has the same error', () => {
    expect(drawn.flows).toEqual(analytic.flows);
    expect(simulate(request).summary).toEqual(analytic);
  });

  it('The estimation error is known for every group of every segment', () => {
    for (const { groups } of analytic.segments)
      for (const { outcomes } of groups)
        for (const { errors, interval, share } of outcomes) {
          expect(errors.estimation).not.toBeNaN();
          expect(interval![0]).toBeLessThanOrEqual(share);
          expect(interval![1]).toBeGreaterThanOrEqual(share);
        }
  });
});

describe('a group without agents among those with derivatives', () => {
  it('A group without agents among those with derivatives has an unknown estimation error and finite intervals', () => {
    const definition = read('unemployment-duration');
    // Long curves limit the derivatives to the first agents, so rare groups can be missing there.
    const { segments } = simulate({
      definition,
      scenario: baselineScenario(definition),
      seed: 1,
      agentCount: 4_000,
    }).summary;
    const figures = segments.flatMap(({ groups }) => groups).flatMap(({ outcomes }) => outcomes);
    for (const { interval, errors } of figures) {
      expect(interval!.every(Number.isFinite)).toBe(true);
      expect(errors.estimation).not.toBeNaN();
    }
  });
});

describe('the method of the intervals', () => {
  it('The summary reports the delta method by default, and the draws on request', () => {
    const request = { definition: swissmetro, scenario: baselineScenario(swissmetro), seed: 0, agentCount: 50 };
    expect(simulate(request).summary.uncertainty).toEqual({
      level: 0.95,
      method: 'delta',
      parameter_draws: 0,
      replicates: null,
      shares: 'expected',
    });
    expect(simulate({ ...request, parameterDraws: 30 }).summary.uncertainty).toMatchObject({
      method: 'draws',
      parameter_draws: 30,
    });
  });

  it('A rare share has a skewed interval, like the percentiles of the draws', () => {
    const definition = structuredClone(read('intercity-mode-choice'));
    // The model error is not part of the draws.
    delete definition.evidence.errors!.model;
    definition.evidence.hold_out.segments = [];
    const request = {
      definition,
      scenario: baselineScenario(definition),
      seed: 1,
      agentCount: sampleSize(5_000, 20_000),
    };
    const busOf = (parameterDraws?: number) =>
      simulate({ ...request, parameterDraws }).summary.outcomes.find(({ id }) => id === 'bus')!;
    const [analytic, drawn] = [busOf(), busOf(400)];
    for (const { share, interval } of [analytic, drawn])
      expect(interval![1] - share).toBeGreaterThan(1.2 * (share - interval![0]));
    expect(analytic.interval![0]).toBeGreaterThan(0.001);
    expect(Math.abs(analytic.interval![0] - drawn.interval![0])).toBeLessThan(0.001);
    expect(Math.abs(analytic.interval![1] - drawn.interval![1])).toBeLessThan(0.002);
  });
});
