import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { simulate } from '../simulation/simulate.js';
import { segmentations } from './segment-groups.js';
import { type Endings, readEndings, summarizeParts } from './summarize-rows.js';

const definitionOf = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

/** Everybody in a simulation, by some attributes. */
function partsOf(slug: string, changes: Scenario, by: readonly string[], agentCount = 900) {
  const definition = definitionOf(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount, parameterDraws: 0 });
  const groupings = segmentations(definition, columns);
  const chosen = by.map((id) => groupings.find((grouping) => grouping.id === id)!);
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const { total, groups } = summarizeParts(readEndings(definition, scenario, columns), rows, chosen);
  return { total, groups, summary };
}

describe('a summary of some of the agents', () => {
  it('agrees with shares and differences counted by hand', () => {
    const endings: Endings = {
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
      isSame: false,
      meet: false,
    };
    const { total, groups } = summarizeParts(endings, Int32Array.of(0, 1, 2, 4), []);
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
  ])('of %s at %j by %s is the very segment of the summary', (slug, changes, attribute) => {
    const { total, groups, summary } = partsOf(slug, changes, [attribute]);
    const segment = summary.segments.find((one) => one.attribute === attribute)!;
    const asSegments = groups.map(({ group, is_small: _, ...rest }) => ({ ...group[attribute], ...rest }));
    expect(asSegments).toEqual(segment.groups);
    expect(total.flows).toEqual(summary.flows);
    expect(total.outcomes.map(({ count, difference }) => [count, difference])).toEqual(
      summary.outcomes.map(({ count, difference }) => [count, difference]),
    );
  });

  it('by two attributes holds everybody once, and flags the groups that are too small to say much', () => {
    const { total, groups } = partsOf('swissmetro-mode-choice', { train_cost_factor: 2 }, ['age', 'income']);
    expect(groups.reduce((sum, { agent_count }) => sum + agent_count, 0)).toBe(total.agent_count);
    expect(new Set(groups.map(({ group }) => `${group['age']!.id} ${group['income']!.id}`)).size).toBe(groups.length);
    for (const { agent_count, is_small } of groups) expect(is_small).toBe(agent_count < 30);
    expect(groups.some(({ is_small }) => is_small)).toBe(true);
    expect(groups.some(({ is_small }) => !is_small)).toBe(true);
  });

  it('of nobody has no shares', () => {
    const definition = definitionOf('swissmetro-mode-choice');
    const scenario = baselineScenario(definition);
    const { columns } = simulate({ definition, scenario, seed: 0, agentCount: 2, parameterDraws: 0 });
    const nobody = summarizeParts(
      readEndings(definition, scenario, columns),
      new Int32Array(),
      segmentations(definition, columns).slice(0, 1),
    );
    const empty = { agent_count: 0, is_small: true, outcomes: [], measures: [], flows: [] };
    expect(nobody).toEqual({ total: empty, groups: [] });
  });
});
