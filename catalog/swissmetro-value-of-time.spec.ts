import { tradeOffsOf } from '../model/analyses.js';
import { sampleSize } from '../test/support/full-level.js';
import { simulate } from '../model/simulate.js';
import { readWorkflow, run, scenarioOf } from './testing/catalog-workflow.js';

const definition = readWorkflow('swissmetro-value-of-time');
const plain = readWorkflow('swissmetro-mode-choice');
const agentCount = sampleSize(5_000, 40_000);

describe('the workflow swissmetro-value-of-time', () => {
  it('Baseline shares match the closed form, and those of the usual trips the shares of the shown ones within 5 points', () => {
    const observed: Record<string, number> = { train: 0.1342, swissmetro: 0.6043, car: 0.2615 };
    for (const { id, share, expected_share: expected } of run(definition, {}, agentCount, 1).summary.outcomes) {
      expect(Math.abs(share - expected)).toBeLessThan(0.015);
      expect(Math.abs(share - observed[id]!)).toBeLessThan(0.05);
    }
  });

  it.each([
    [{ swissmetro_cost_factor: 0.8 }, ['swissmetro'], ['train', 'car']],
    [{ car_time_factor: 1.3 }, ['train', 'swissmetro'], ['car']],
  ])('Scenario %j moves agents to %j from %j', (context, gains, loses) => {
    const { outcomes } = run(definition, context, sampleSize(1_000, 10_000), 1).summary;
    const moved = (id: string) => outcomes.find((outcome) => outcome.id === id)!.difference;
    for (const id of gains) expect(moved(id)).toBeGreaterThan(0);
    for (const id of loses) expect(moved(id)).toBeLessThan(0);
  });

  it('It fits all choices of a respondent together better than the plain logit, which predicts single choices as well', () => {
    const [own, other] = [definition.evidence, plain.evidence];
    expect(own.split).toEqual(other.split);
    expect(own.hold_out.observations).toBe(other.hold_out.observations);
    const scoreOf = ({ hold_out }: typeof own) => hold_out.scores.find(({ id }) => id === 'log_loss')!.value;
    expect(Math.abs(scoreOf(own) - scoreOf(other))).toBeLessThan(0.02);
    const fitOf = ({ fits }: typeof own) => fits.find(({ sample }) => sample === 'full')!;
    expect(fitOf(own).log_likelihood).toBeGreaterThan(fitOf(other).log_likelihood + 1_000);
    expect(fitOf(own).draws!.largest_shift).toBeLessThan(1);
  });

  it.each(['swissmetro_cost_factor', 'swissmetro_time_factor', 'car_cost_factor', 'car_time_factor'])(
    'Both workflows of the survey state the same effect of %s within their intervals',
    (parameter) => {
      const id = parameter.startsWith('car') ? 'car' : 'swissmetro';
      const [own, other] = [definition, plain].map((one) => {
        const scenario = scenarioOf(one, { [parameter]: 0.9 });
        const { summary } = simulate({ definition: one, scenario, seed: 1, agentCount: 1_000 });
        return summary.outcomes.find((outcome) => outcome.id === id)!;
      });
      // The interval of random coefficients contains the other estimate. That of the conditional logit lacks the random tastes, so that the distance
      // has the errors of both.
      expect(other!.difference).toBeGreaterThan(own!.difference_interval![0]);
      expect(other!.difference).toBeLessThan(own!.difference_interval![1]);
      const [first, second] = [own!, other!].sort((a, b) => a.difference - b.difference) as [typeof own, typeof own];
      const above = first!.difference_interval![1] - first!.difference;
      const below = second!.difference - second!.difference_interval![0];
      expect(second!.difference - first!.difference).toBeLessThan(Math.hypot(above, below));
    },
  );

  it('The value of time of 10%, 50% and 90% of the agents is positive, with intervals that exclude 0', () => {
    const times = tradeOffsOf(definition)!.trade_offs.filter(({ feature }) => feature === 'time');
    expect(times.map(({ percentile, unit }) => [percentile, unit])).toEqual(
      [10, 50, 90].map((percentile) => [percentile, 'CHF/hour']),
    );
    for (const { estimate, set } of times) {
      const [low, high] = set!.limits!;
      expect(0 < low && low < estimate && estimate < high).toBe(true);
    }
    const valueOf = (id: string) => definition.decision.coefficients.find((one) => one.id === id)!.estimate;
    expect(times[1]!.estimate).toBeCloseTo(60 * Math.exp(valueOf('time') - valueOf('cost')), 8);
  });
});
