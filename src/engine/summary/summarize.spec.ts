import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from '../simulation/simulate.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const scenario = { ...baselineScenario(definition), swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 };
const { summary, columns } = simulate({ definition, scenario, seed: 0, agentCount: 3_000 });
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('summarize', () => {
  it('gives shares that sum to 1 and differences that sum to 0', () => {
    expect(sum(summary.outcomes.map(({ count }) => count))).toBe(3_000);
    expect(sum(summary.outcomes.map(({ share }) => share))).toBeCloseTo(1, 12);
    expect(sum(summary.outcomes.map(({ difference }) => difference))).toBeCloseTo(0, 12);
    expect(sum(summary.outcomes.map(({ expected_share }) => expected_share))).toBeCloseTo(1, 12);
  });

  it('explains every difference by its flows', () => {
    for (const { id, difference } of summary.outcomes) {
      const gained = sum(summary.flows.filter(({ to }) => to === id).map(({ count }) => count));
      const lost = sum(summary.flows.filter(({ from }) => from === id).map(({ count }) => count));
      expect((gained - lost) / 3_000).toBeCloseTo(difference, 12);
    }
    expect(summary.flows.length).toBeGreaterThan(0);
  });

  it('finds the difference far more exactly than the shares it lies between', () => {
    for (const { interval, difference_interval } of summary.outcomes) {
      expect(difference_interval![1] - difference_interval![0]).toBeLessThan((interval![1] - interval![0]) / 1.5);
    }
  });

  it('splits all agents by every attribute, and leaves no group empty', () => {
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

  it('cuts numbers at the quarters of the population, so that the groups are the same for any agent count', () => {
    const labels = (agentCount: number) =>
      simulate({ definition, scenario, seed: 1, agentCount })
        .summary.segments.find(({ attribute }) => attribute === 'train_time')!
        .groups.map(({ label }) => label);
    expect(labels(400)).toEqual(['up to 112 min', 'over 112 to 159 min', 'over 159 to 206 min', 'over 206 min']);
    expect(labels(2_000)).toEqual(labels(400));
  });

  it('counts what the columns say', () => {
    const { values, categories } = columns.find(({ name }) => name === 'outcome')!;
    summary.outcomes.forEach(({ id, count }) => {
      expect(values.filter((code: number) => categories![code] === id).length).toBe(count);
    });
  });

  it('is plain JSON: nothing is lost or null on the way, and there is no -0', () => {
    const text = JSON.stringify(summary);
    expect(JSON.parse(text)).toEqual(summary);
    expect(text).not.toContain('null');
  });
});

describe('the summary of the baseline itself', () => {
  it('says of no difference that it could be one', () => {
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 4, agentCount: 300 });
    for (const outcome of summary.outcomes) {
      expect(outcome).toMatchObject({ difference: 0, difference_interval: [0, 0] });
      expect(outcome.interval![1]).toBeGreaterThan(outcome.interval![0]);
    }
  });
});
