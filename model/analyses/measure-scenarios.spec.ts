import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from '../simulation/simulate.js';
import { compareRuns } from '../simulation/compare-runs.js';
import { published } from './goals/testing/priced-product.js';
import { measureScenarios } from './measure-scenarios.js';

const definition = published('swissmetro-mode-choice');
const agents = { definition, seed: 3, agentCount: 600 };
const scenarioAt = (swissmetro_cost_factor: number) => ({ ...baselineScenario(definition), swissmetro_cost_factor });
const [today, cheap] = [scenarioAt(1), scenarioAt(0.7)];

describe('measures of scenarios', () => {
  const run = (scenario: typeof today) => {
    const { summary, ...output } = simulate({ ...agents, scenario });
    return { scenario, summary, output };
  };
  const compared = compareRuns(definition, agents.seed, run(cheap), run(today));
  const summary = compared.ok ? compared.summary : undefined;

  it('A measure of one outcome has the interval and all errors of its share, and so has its difference', () => {
    const scenarios = measureScenarios({ ...agents, scenarios: [cheap], reference: today }, { train: 100 });
    const share = summary!.outcomes.find(({ id }) => id === 'train')!;
    const [{ figure, difference }] = scenarios as [(typeof scenarios)[number]];
    expect(figure.value).toBeCloseTo(100 * share.share, 9);
    expect(difference!.value).toBeCloseTo(100 * share.difference, 9);
    for (const part of ['simulation', 'estimation', 'population', 'model'] as const) {
      expect(figure.errors[part]! / 100).toBeCloseTo(share.errors[part]!, 9);
      expect(difference!.errors[part]! / 100).toBeCloseTo(share.difference_errors[part]!, 9);
    }
    // The interval of a share is drawn on a scale between 0 and 1, that of an amount of money is symmetric.
    const width = ([low, high]: readonly [number, number]) => high - low;
    expect(width(figure.interval!) / 100 / width(share.interval!)).toBeCloseTo(1, 1);
  });

  it('The simulation and estimation error of several outcomes is that of their sum, which is less than the sum of errors', () => {
    const scenarios = measureScenarios({ ...agents, scenarios: [cheap] }, { train: 1, swissmetro: 1 });
    const [train, swissmetro, car] = summary!.outcomes;
    const { errors } = scenarios[0]!.figure;
    expect(errors.simulation).toBeCloseTo(car!.errors.simulation!, 9);
    expect(errors.estimation).toBeCloseTo(car!.errors.estimation!, 9);
    expect(errors.model).toBeCloseTo(car!.errors.model!, 9);
    expect(errors.estimation!).toBeLessThan(train!.errors.estimation! + swissmetro!.errors.estimation!);
  });

  it('Revenue that is named by a parameter changes with the price and the share', () => {
    const values = { train: { name: 'swissmetro_cost_factor', factor: 60, constant: 5 } };
    const scenarios = measureScenarios({ ...agents, scenarios: [cheap], reference: today }, values);
    const share = summary!.outcomes.find(({ id }) => id === 'train')!;
    const [before, after] = [share.baseline_share * 65, share.share * (60 * 0.7 + 5)];
    expect(scenarios[0]!.figure.value).toBeCloseTo(after, 9);
    expect(scenarios[0]!.difference!.value).toBeCloseTo(after - before, 9);
    expect(scenarios[0]!.difference!.missing_parts).toEqual([]);
  });

  it('A value that differs between agents has unknown errors of the model and of gaps in the population, and says so', () => {
    const scenarios = measureScenarios({ ...agents, scenarios: [cheap] }, { swissmetro: 'cost' });
    expect(scenarios[0]!.figure).toMatchObject({ missing_parts: ['population', 'model'] });
  });

  it('A paired difference is certain where the intervals of the values overlap', () => {
    const cheaper = scenarioAt(0.97);
    const [own, other] = measureScenarios(
      { ...agents, scenarios: [cheaper, today], reference: today },
      { swissmetro: 1 },
    );
    expect(other!.figure.interval![1]).toBeGreaterThan(own!.figure.interval![0]);
    expect(own!.difference!.interval![0]).toBeGreaterThan(0);
  });
});
