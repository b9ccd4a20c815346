import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from '../simulation/simulate.js';
import type { ErrorParts } from './errors.js';

const catalogDefinition = (id: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${id}.json`), 'utf8')));
const definition = catalogDefinition('../model/testing/linear-mode-choice');
const scenario = { ...baselineScenario(definition), swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 };
const { summary, columns } = simulate({ definition, scenario, seed: 0, agentCount: 3_000 });
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('summarize', () => {
  it('Shares sum to 1 and differences sum to 0', () => {
    expect(sum(summary.outcomes.map(({ count }) => count))).toBe(3_000);
    expect(sum(summary.outcomes.map(({ share }) => share))).toBeCloseTo(1, 12);
    expect(sum(summary.outcomes.map(({ difference }) => difference))).toBeCloseTo(0, 12);
    expect(sum(summary.outcomes.map(({ expected_share }) => expected_share))).toBeCloseTo(1, 12);
  });

  it.each([
    ['swissmetro-mode-choice', 'expected'],
    ['catsup-brand-choice', 'expected'],
    ['repeated-pd-cooperation', 'counted'],
    ['hybrid-corn-network', 'counted'],
  ])('Shares and expected shares of %s are equal exactly if shares are expected', (id, shares) => {
    const one = catalogDefinition(id);
    const { summary: own } = simulate({
      definition: one,
      scenario: baselineScenario(one),
      seed: 0,
      agentCount: 300,
    });
    expect(own.uncertainty.shares).toBe(shares);
    const gaps = own.outcomes.map(({ share, expected_share }) => Math.abs(share - expected_share));
    expect(Math.max(...gaps) < 1e-9).toBe(shares === 'expected');
  });

  it('The flows of each outcome add up to about its difference', () => {
    for (const { id, difference } of summary.outcomes) {
      const gained = sum(summary.flows.filter(({ to }) => to === id).map(({ count }) => count));
      const lost = sum(summary.flows.filter(({ from }) => from === id).map(({ count }) => count));
      // The flows are counted, and the difference is expected, so they agree up to the random errors.
      expect(Math.abs((gained - lost) / 3_000 - difference)).toBeLessThan(0.03);
    }
    expect(summary.flows.length).toBeGreaterThan(0);
  });

  it('The errors of a paired difference are smaller than those of the share, except for the model error', () => {
    const sizeOf = ({ simulation, estimation, population }: ErrorParts) =>
      Math.hypot(simulation!, estimation!, population!);
    for (const { errors, difference_errors } of summary.outcomes)
      expect(sizeOf(difference_errors)).toBeLessThan(sizeOf(errors) / 1.5);
  });

  it('Each attribute splits all agents into groups that are not empty', () => {
    expect(summary.segments.map(({ attribute }) => attribute)).toEqual(
      definition.population.attributes.map(({ id }) => id),
    );
    for (const { groups } of summary.segments) {
      expect(sum(groups.map(({ agent_count }) => agent_count))).toBe(3_000);
      for (const group of groups) {
        expect(group.agent_count).toBeGreaterThan(0);
        expect(sum(group.outcomes.map(({ count }) => count))).toBe(group.agent_count);
      }
    }
  });

  it('Numeric attributes are grouped by quarters of the population, independent of the agent count', () => {
    const labels = (agentCount: number) =>
      simulate({ definition, scenario, seed: 1, agentCount })
        .summary.segments.find(({ attribute }) => attribute === 'train_time')!
        .groups.map(({ label }) => label);
    expect(labels(400)).toEqual(['up to 112 min', 'over 112 to 159 min', 'over 159 to 206 min', 'over 206 min']);
    expect(labels(2_000)).toEqual(labels(400));
  });

  it('Outcome counts equal the counts in the outcome column', () => {
    const { values, categories } = columns.find(({ name }) => name === 'outcome')!;
    summary.outcomes.forEach(({ id, count }) => {
      expect(values.filter((code: number) => categories![code] === id).length).toBe(count);
    });
  });

  it('A summary survives a JSON round trip unchanged, without NaN and -0', () => {
    const text = JSON.stringify(summary);
    expect(JSON.parse(text)).toEqual(summary);
  });
});

describe('the summary of a baseline simulation', () => {
  it('A baseline simulation has differences of 0 with intervals of [0, 0]', () => {
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 4, agentCount: 300 });
    for (const outcome of summary.outcomes) {
      expect(outcome).toMatchObject({ difference: 0, difference_interval: [0, 0] });
      expect(outcome.interval![1]).toBeGreaterThan(outcome.interval![0]);
    }
  });
});
