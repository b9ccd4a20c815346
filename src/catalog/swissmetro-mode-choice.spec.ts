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
    ['the baseline', {}, 0, 1_000, '6cd71f7fe67f38f8d6345d211bb3ad14b42f7c1e0d152486d1dda4d2a57d1fe9'],
    ['the demo', { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 }, 0, 1_000, '64aa5630c6636e5b7dbcb4ce4960235d245b6641b868dfe3d48b15bab7a97756'],
    ['the greatest seed', {}, 2 ** 53 - 1, 10, 'f7e2199b2f115fc382bc75fbaf994b843a1e42b6d24be91941a9941912ae64c5'],
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

