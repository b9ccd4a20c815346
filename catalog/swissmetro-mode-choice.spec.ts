import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, resolveScenario } from '../model/definition.js';
import { parseDefinition, simulate } from '../model/simulate.js';

const definition = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, 'swissmetro-mode-choice.json'), 'utf8')),
);
const baseline = baselineScenario(definition);

/** Observed shares in all 6,768 responses of the survey. */
const observedShares = { train: 0.1342, swissmetro: 0.6043, car: 0.2615 } as const;

describe('the workflow swissmetro-mode-choice', () => {
  // If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow.
  it.each([
    ['the baseline', {}, 0, 1_000, 'a964acad17b8883f917f43fe8c1abf59ce9043dabebff9c3f3490e8e997a3b92'],
    [
      'the demo',
      { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 },
      0,
      1_000,
      '62d5e162108686cef80bd97c2cdc2a5522c59162ac1363efddba05cb006a6ceb',
    ],
    ['the greatest seed', {}, 2 ** 53 - 1, 10, '89d9ea2c91f100887aeccfc330aaab4ada6d544f78984ae9477e40c28e0e8576'],
  ])('Simulations keep the recorded digest: %s', (_, context, seed, agentCount, digest) => {
    const resolved = resolveScenario(definition, context);
    expect(resolved.ok && simulate({ definition, scenario: resolved.scenario, seed, agentCount }).digest).toBe(digest);
  });

  it('The usual trips of the baseline have the observed shares of the shown ones within 3 points', () => {
    const { summary } = simulate({ definition, scenario: baseline, seed: 1, agentCount: 100_000, chunkSize: 10_000 });
    for (const { id, share, expected_share } of summary.outcomes) {
      expect(Math.abs(share - observedShares[id as keyof typeof observedShares])).toBeLessThan(0.03);
      expect(Math.abs(expected_share - observedShares[id as keyof typeof observedShares])).toBeLessThan(0.03);
    }
  });

  it('The model of other respondents predicts how held-out ones respond to each designed time and cost', () => {
    const { effects } = definition.evidence.hold_out;
    expect(effects!.map(({ parameter }) => parameter)).toEqual([
      ...['train_time_factor', 'train_cost_factor', 'swissmetro_time_factor', 'swissmetro_cost_factor'],
      ...['car_time_factor', 'car_cost_factor'],
    ]);
    for (const { observed, observed_standard_error: error, predicted } of effects!)
      expect(Math.abs(observed - predicted)).toBeLessThan(1.96 * error!);
    for (const { observed, interval } of definition.evidence.contrasts!)
      expect(interval[0] <= observed && observed <= interval[1]).toBe(true);
  });
});
