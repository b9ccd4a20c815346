import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { simulate } from '../simulation/simulate.js';
import { segmentations } from './segment-groups.js';
import { type AgentOutcomes, readAgentOutcomes, summarizeParts } from './summarize-rows.js';

const loadDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

/** Summarizes all agents of a simulation by the given attributes. */
function summarizeBy(slug: string, changes: Scenario, attributes: readonly string[], agentCount = 900) {
  const definition = loadDefinition(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount, parameterDraws: 0 });
  const groupings = segmentations(definition, columns);
  const chosen = attributes.map((id) => groupings.find((grouping) => grouping.id === id)!);
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const { total, groups } = summarizeParts(readAgentOutcomes(definition, scenario, columns), rows, chosen);
  return { total, groups, summary };
}

describe('summarizeParts', () => {
  it('A summary has the shares, differences and flows counted by hand', () => {
    const agentOutcomes: AgentOutcomes = {
      outcomes: ['a', 'b'].map((id) => ({ id, label: id, noun: id })),
      outcome: [0, 0, 0, 1, 1, 0],
      baseline: [0, 1, 1, 1, 0, 1],
      measured: [
        {
          measure: { id: 'visits', label: 'Visits', unit: 'visits', bounds: [0, Infinity] },
          values: Float64Array.of(1, 2, 3, 4, 5, 6),
          baseline: Float64Array.of(1, 1, 1, 1, 1, 1),
        },
      ],
      isBaseline: false,
      interacting: false,
    };
    const { total, groups } = summarizeParts(agentOutcomes, Int32Array.of(0, 1, 2, 4), []);
    expect(groups).toEqual([]);
    expect(total).toMatchObject({ agent_count: 4, is_small: true });
    expect(total.outcomes).toMatchObject([
      { id: 'a', count: 3, share: 0.75, baseline_share: 0.5, difference: 0.25 },
      { id: 'b', count: 1, share: 0.25, baseline_share: 0.5, difference: -0.25 },
    ]);
    expect(total.flows).toEqual([
      { from: 'b', to: 'a', count: 2, share: 0.5 },
      { from: 'a', to: 'b', count: 1, share: 0.25 },
    ]);
    // Values 1, 2, 3, 5 against 1, 1, 1, 1: mean of the differences 1.75, variance 35/12, standard error sqrt(35/48), 3 degrees of freedom.
    const [visits] = total.measures;
    expect(visits).toMatchObject({ mean: 2.75, baseline_mean: 1, difference: 1.75 });
    expect(visits!.difference_interval![1] - visits!.difference).toBeCloseTo(3.182446 * Math.sqrt(35 / 48), 6);
  });

  it.each([
    ['swissmetro-mode-choice', { train_headway_factor: 0.5 }, 'age'],
    ['swissmetro-mode-choice', { train_headway_factor: 0.5 }, 'train_time'],
    ['unemployment-duration', {}, 'sex'],
    ['hybrid-corn-network', { contacts_weight: 0.5 }, 'literacy'],
  ])('The groups of %s with changes %j by %s equal the segment in the summary', (slug, changes, attribute) => {
    const { total, groups, summary } = summarizeBy(slug, changes, [attribute]);
    const segment = summary.segments.find((candidate) => candidate.attribute === attribute)!;
    const asSegments = groups.map(({ group, is_small: _, ...rest }) => ({ ...group[attribute], ...rest }));
    expect(asSegments).toEqual(segment.groups);
    expect(total.flows).toEqual(summary.flows);
    expect(total.outcomes.map(({ count, difference }) => [count, difference])).toEqual(
      summary.outcomes.map(({ count, difference }) => [count, difference]),
    );
  });

  it('Groups by two attributes contain each agent once, and groups of fewer than 30 agents are flagged as small', () => {
    const { total, groups } = summarizeBy('swissmetro-mode-choice', { train_cost_factor: 2 }, ['age', 'income']);
    expect(groups.reduce((sum, { agent_count }) => sum + agent_count, 0)).toBe(total.agent_count);
    expect(new Set(groups.map(({ group }) => `${group['age']!.id} ${group['income']!.id}`)).size).toBe(groups.length);
    for (const { agent_count, is_small } of groups) expect(is_small).toBe(agent_count < 30);
    expect(groups.some(({ is_small }) => is_small)).toBe(true);
    expect(groups.some(({ is_small }) => !is_small)).toBe(true);
  });

  it('A summary of no agents has no shares', () => {
    const definition = loadDefinition('swissmetro-mode-choice');
    const scenario = baselineScenario(definition);
    const { columns } = simulate({ definition, scenario, seed: 0, agentCount: 2, parameterDraws: 0 });
    const parts = summarizeParts(
      readAgentOutcomes(definition, scenario, columns),
      new Int32Array(),
      segmentations(definition, columns).slice(0, 1),
    );
    const empty = { agent_count: 0, is_small: true, outcomes: [], measures: [], flows: [] };
    expect(parts).toEqual({ total: empty, groups: [] });
  });
});
