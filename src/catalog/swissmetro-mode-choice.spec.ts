import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, parseDefinition, resolveScenario, simulate } from '../engine/index.js';

const definition = parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, 'swissmetro-mode-choice.json'), 'utf8')));
const baseline = baselineScenario(definition);

/** Observed shares in all 6,768 responses of the survey. */
const observedShares = { train: 0.1342, swissmetro: 0.6043, car: 0.2615 } as const;

describe('the workflow swissmetro-mode-choice', () => {
  // If a digest changes, results change: raise ENGINE_VERSION or the version of the workflow.
  it.each([
    ['the baseline', {}, 0, 1_000, 'a2a836ecf16d1f23a722f6cfff7b99dbd1c666f2f542b921c25110dc7acc7579'],
    ['the demo', { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 }, 0, 1_000, '354f88e673b2a2f6b9f0659d8068b50b87e98a5ff974b4456158f02458b77ef7'],
    ['the greatest seed', {}, 2 ** 53 - 1, 10, 'ac18c4b30b4deccb7405d8a008bf69d42831efb60d2cd216bb3eb4e8b0ddaf24'],
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

  it('The recommended agent count gives intervals of at most ±2 points', () => {
    const halfWidth = 1.96 * Math.sqrt(0.25 / definition.population.recommended_agent_count);
    expect(halfWidth).toBeCloseTo(0.02, 4);
  });
});

