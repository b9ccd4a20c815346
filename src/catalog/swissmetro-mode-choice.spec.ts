import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, resolveScenario } from '../engine/definition.js';
import { parseDefinition, simulate } from '../engine/simulate.js';

const definition = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, 'swissmetro-mode-choice.json'), 'utf8')),
);
const baseline = baselineScenario(definition);

/** Observed shares in all 6,768 responses of the survey. */
const observedShares = { train: 0.1342, swissmetro: 0.6043, car: 0.2615 } as const;

describe('the workflow swissmetro-mode-choice', () => {
  // If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow.
  it.each([
    ['the baseline', {}, 0, 1_000, '15bbd7c23bd23ec30676a29f8f73b5176a1aa3796ff7e6e8976c6351564b8561'],
    [
      'the demo',
      { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 },
      0,
      1_000,
      'cbda85a737d3385a98943bd2e09685abd1c221a6f9a63565a58c2563c8682930',
    ],
    ['the greatest seed', {}, 2 ** 53 - 1, 10, 'a710a110198e09c2c200442c7a96b4696543b331d373ee0146051a58b00e90ae'],
  ])('Simulations keep the recorded digest: %s', (_, context, seed, agentCount, digest) => {
    const resolved = resolveScenario(definition, context);
    expect(resolved.ok && simulate({ definition, scenario: resolved.scenario, seed, agentCount }).digest).toBe(digest);
  });

  it('Baseline shares match the observed shares within 2 points', () => {
    const { summary } = simulate({ definition, scenario: baseline, seed: 1, agentCount: 100_000, chunkSize: 10_000 });
    for (const { id, share, expected_share } of summary.outcomes) {
      expect(Math.abs(share - observedShares[id as keyof typeof observedShares])).toBeLessThan(0.02);
      expect(Math.abs(expected_share - observedShares[id as keyof typeof observedShares])).toBeLessThan(0.02);
    }
  });
});
