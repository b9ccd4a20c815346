import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { segmentations } from '../summary/segment-groups.js';
import { simulate } from './simulate.js';
import { summarizeParts } from './summarize-groups.js';

const loadDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

/** Summarizes all agents of a simulation by the given attributes. */
function summarizeBy(slug: string, changes: Scenario, attributes: readonly string[], agentCount = 900) {
  const definition = loadDefinition(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount });
  const groupings = segmentations(definition, columns);
  const chosen = attributes.map((id) => groupings.find((grouping) => grouping.id === id)!);
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const { total, groups } = summarizeParts({ definition, scenario, seed: 3, columns }, rows, chosen);
  return { total, groups, summary };
}

describe('summarizeParts', () => {
  it('A summary of some agents has their mean probabilities, counts and flows', () => {
    const definition = loadDefinition('swissmetro-mode-choice');
    const scenario = { ...baselineScenario(definition), train_cost_factor: 2 };
    const { columns } = simulate({ definition, scenario, seed: 3, agentCount: 200 });
    const rows = Int32Array.from({ length: 60 }, (_, k) => 3 * k);
    const { total, groups } = summarizeParts({ definition, scenario, seed: 3, columns }, rows, []);
    expect(groups).toEqual([]);
    expect(total).toMatchObject({ agent_count: 60, is_small: false });
    const valuesOf = (name: string) => columns.find((column) => column.name === name)!.values;
    const meanOf = (name: string) => rows.reduce((sum, row) => sum + valuesOf(name)[row]!, 0) / 60;
    total.outcomes.forEach(({ id, count, share, baseline_share, difference }, code) => {
      expect(share).toBeCloseTo(meanOf(`probability.${id}`), 12);
      expect(baseline_share).toBeCloseTo(meanOf(`baseline_probability.${id}`), 12);
      expect(difference).toBeCloseTo(share - baseline_share, 12);
      expect(count).toBe(rows.filter((row) => valuesOf('outcome')[row] === code).length);
    });
    const moved = rows.filter((row) => valuesOf('outcome')[row] !== valuesOf('baseline_outcome')[row]).length;
    expect(total.flows.reduce((sum, { count }) => sum + count, 0)).toBe(moved);
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
    const { columns } = simulate({ definition, scenario, seed: 0, agentCount: 2 });
    const parts = summarizeParts(
      { definition, scenario, seed: 0, columns },
      new Int32Array(),
      segmentations(definition, columns).slice(0, 1),
    );
    const empty = { agent_count: 0, is_small: true, outcomes: [], outcome_groups: [], measures: [], flows: [] };
    expect(parts).toMatchObject({ total: empty, groups: [] });
  });
});
