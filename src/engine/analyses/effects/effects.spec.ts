import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { simulate } from '../../simulation/simulate.js';
import { summarizeParts } from '../../simulation/summarize-groups.js';
import { segmentations } from '../../summary/segment-groups.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { minPairAgents } from './effect-groups.js';
import { analyzeEffects } from './effects.js';

const loadDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));

function simulated(slug: string, changes: Scenario, agentCount = 1_500) {
  const definition = loadDefinition(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount });
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  return { simulated: { definition, scenario, seed: 3, columns }, rows, summary };
}

describe('analyzeEffects', () => {
  const mailing = simulated('gotv-social-pressure', { mailing: 'neighbors' });
  const cheaper = simulated('swissmetro-mode-choice', { train_cost_factor: 0.7 });
  const { figures } = analyzeEffects(mailing.simulated, mailing.rows, false);
  const voting = figures.find(({ id }) => id === 'voting')!;

  it('The effect in a group is the difference of the summary, with the same interval and parts of the error', () => {
    const known = segmentations(mailing.simulated.definition, mailing.simulated.columns);
    for (const attribute of known) {
      const { groups } = summarizeParts(mailing.simulated, mailing.rows, [attribute]);
      for (const own of voting.groups.filter(({ group }) => attribute.id in group)) {
        const part = groups.find(({ group }) => group[attribute.id]!.id === own.group[attribute.id]!.id)!;
        const expected = part.outcomes.find(({ id }) => id === 'voting')!;
        expect(own.agents).toBe(part.agent_count);
        expect(own.effect).toBeCloseTo(expected.difference, 12);
        expected.difference_interval!.forEach((end, k) => expect(own.interval![k]).toBeCloseTo(end, 10));
        expect(own.errors.estimation).toBeCloseTo(expected.difference_errors.estimation!, 12);
      }
    }
  });

  it('Groups are sorted by the size of the effect, and simultaneous intervals contain the single ones', () => {
    const sizes = voting.groups.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const { interval, simultaneousInterval } of voting.groups) {
      expect(simultaneousInterval![0]).toBeLessThan(interval![0]);
      expect(simultaneousInterval![1]).toBeGreaterThan(interval![1]);
    }
    expect(voting.quantiles!.effects).toBeGreaterThan(2.5);
    expect(voting.quantiles!.effects).toBeLessThan(3.2);
  });

  it('Contrasts of the groups of an attribute, weighted by their agents, add up to zero', () => {
    const own = voting.groups.filter(({ group }) => 'age' in group);
    const sum = own.reduce((total, { agents, contrast }) => total + agents * contrast.value, 0);
    expect(own.reduce((total, { agents }) => total + agents, 0)).toBe(1_500);
    expect(sum / 1_500).toBeCloseTo(0, 12);
  });

  it('More groups make simultaneous intervals wider, and pairs with few agents are listed as excluded', () => {
    const { figures: withPairs, excluded } = analyzeEffects(mailing.simulated, mailing.rows, true, ['voting']);
    expect(withPairs.map(({ id }) => id)).toEqual(['voting']);
    const [own] = withPairs;
    expect(own!.quantiles!.effects).toBeGreaterThan(voting.quantiles!.effects);
    const pairs = own!.groups.filter(({ group }) => Object.keys(group).length === 2);
    expect(pairs.length).toBeGreaterThan(20);
    for (const { agents } of pairs) expect(agents).toBeGreaterThanOrEqual(minPairAgents);
    expect(excluded.length).toBeGreaterThan(0);
    for (const { agents, reason } of excluded) expect(reason === 'limit' || agents < minPairAgents).toBe(true);
  });

  it('The contributions of the attributes add up to the explained share of the variance', () => {
    const { attributes, explained } = voting.variation!;
    const sum = attributes!.reduce((total, { together }) => total + (together?.share ?? 0), 0);
    expect(sum).toBeCloseTo(explained!.share, 10);
    // All inputs of this model are categories, and the predictor is additive, so that groups explain almost all variance.
    expect(explained!.share).toBeGreaterThan(0.85);
    expect(explained!.share).toBeLessThanOrEqual(1);
    for (const { alone } of attributes!) {
      expect(alone.interval[0]).toBeLessThanOrEqual(Math.max(0, alone.share));
      expect(alone.interval[1]).toBeGreaterThanOrEqual(alone.share);
      expect(alone.errors.model).toBeNull();
    }
  });

  it('The sources of different effects follow from the equations of the model', () => {
    const { sources } = analyzeEffects(mailing.simulated, mailing.rows, false, ['voting']);
    expect(sources).toEqual({
      kind: 'functional_form',
      preferenceAttributes: [],
      exposureAttributes: [],
      hasRandomTastes: false,
    });
    const other = analyzeEffects(cheaper.simulated, cheaper.rows, false, ['train']).sources;
    expect(other.kind).toBe('estimated');
    expect(other.preferenceAttributes).toContain('who_pays');
    expect(other.exposureAttributes).toContain('train_fare');
  });

  it('Under the baseline scenario, all effects are exactly zero and have no variance', () => {
    const { simulated: baseline, rows } = simulated('gotv-social-pressure', {}, 300);
    const [own] = analyzeEffects(baseline, rows, false).figures;
    expect(own!.variation).toBeNull();
    for (const { effect, simultaneousInterval } of own!.groups)
      expect([effect, simultaneousInterval]).toEqual([0, [0, 0]]);
  });

  it('Effects of interacting agents have no intervals, because the agents of a group are not independent', () => {
    const { simulated: diffusion, rows } = simulated('hybrid-corn-network', { extension_intensity: 2 }, 300);
    const [own] = analyzeEffects(diffusion, rows, false).figures;
    expect([own!.quantiles, own!.variation]).toEqual([null, null]);
    for (const { interval, simultaneousInterval } of own!.groups)
      expect([interval, simultaneousInterval]).toEqual([null, null]);
  });
});
