import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice, type Scenario } from '../definition/scenario.schema.js';
import { simulate } from '../simulation/simulate.js';
import { compareRuns, type Comparison } from './compare.js';

const definitions = new Map<string, ReturnType<typeof parseDefinition>>();
function loadDefinition(slug: string) {
  const read = () =>
    parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
  const definition = definitions.get(slug) ?? read();
  definitions.set(slug, definition);
  return definition;
}

function run(slug: string, changes: Scenario = {}, agentCount = 300, seed = 1) {
  const definition = loadDefinition(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const output = simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  return { scenario, output, definition };
}

function requireComparison(comparison: Comparison) {
  if (!comparison.ok) throw new Error(comparison.reason);
  return comparison;
}

/** One workflow per model family, and whether its agents are independent. If they are, the intervals match too. */
const workflows = [
  ['swissmetro-mode-choice', true],
  ['gotv-social-pressure', true],
  ['housing-satisfaction', true],
  ['health-insurance-visits', true],
  ['unemployment-duration', true],
  ['conservation-wtp', true],
  ['technology-adoption-bass', false],
  ['hybrid-corn-network', false],
  ['repeated-pd-cooperation', false],
] as const;

/** Returns a change of the first parameter to a value other than its default. */
function firstParameterChange(slug: string): Scenario {
  const parameter = loadDefinition(slug).scenario.parameters[0]!;
  const values = isChoice(parameter)
    ? parameter.options.map(({ id }) => id)
    : [...parameter.calibrated_range, parameter.minimum];
  return { [parameter.id]: values.find((value) => value !== parameter.default)! };
}

describe('compareRuns', () => {
  it.each(workflows)(
    'A comparison of %s with its baseline simulation repeats the differences in the summary',
    (slug, independent) => {
      const [own, baseline] = [run(slug, firstParameterChange(slug)), run(slug)];
      const { summary } = requireComparison(compareRuns(own.definition, own, baseline));
      const ownSummary = own.output.summary;
      const numbers = (summarized: typeof ownSummary) => ({
        segments: summarized.segments,
        flows: summarized.flows,
        outcomes: summarized.outcomes.map(({ count, baseline_share, difference }) => [
          count,
          baseline_share,
          difference,
        ]),
        measures: summarized.measures.map(({ mean, baseline_mean, difference }) => [mean, baseline_mean, difference]),
        curves: summarized.curves.map(({ points }) =>
          points.map(({ share, baseline_share }) => [share, baseline_share]),
        ),
      });
      expect(numbers(summary)).toEqual(numbers(ownSummary));
      if (independent) expect(summary).toEqual(ownSummary);
    },
  );

  it('A comparison has the difference, interval and flow matrix computed from the outcomes of each agent', () => {
    const [frequent, expensive] = [
      run('swissmetro-mode-choice', { train_headway_factor: 0.5 }),
      run('swissmetro-mode-choice', { train_cost_factor: 1.5 }),
    ];
    const { summary, flowMatrix } = requireComparison(compareRuns(frequent.definition, frequent, expensive));
    const outcomeOf = ({ output }: typeof frequent) => [
      ...output.columns.find(({ name }) => name === 'outcome')!.values,
    ];
    const [own, other] = [outcomeOf(frequent), outcomeOf(expensive)];
    const gained = own.filter((code, agent) => code === 0 && other[agent] !== 0).length;
    const lost = own.filter((code, agent) => code !== 0 && other[agent] === 0).length;
    expect(gained).toBeGreaterThan(0);
    const [train] = summary.outcomes;
    expect(train!.difference).toBeCloseTo((gained - lost) / 300, 12);
    // Bonett and Price (2012) add 1 to each count of agents that moved and 2 to the total.
    const [up, down] = [(gained + 1) / 302, (lost + 1) / 302];
    const halfWidth = 1.959964 * Math.sqrt((up + down - (up - down) ** 2) / 302);
    expect(train!.difference_interval![0]).toBeCloseTo(up - down - halfWidth, 6);
    expect(train!.difference_interval![1]).toBeCloseTo(up - down + halfWidth, 6);
    for (let from = 0; from < 3; from++)
      for (let to = 0; to < 3; to++)
        expect(flowMatrix[from]![to]).toBe(own.filter((code, k) => code === to && other[k] === from).length);
  });

  it('A comparison of simulations of different size includes only the agents that both have', () => {
    const slug = 'swissmetro-mode-choice';
    const [large, small] = [run(slug, { car_cost_factor: 2 }, 200), run(slug, { car_cost_factor: 2 }, 80)];
    const other = run(slug, { car_time_factor: 2 }, 80);
    const comparison = compareRuns(large.definition, large, other);
    expect(comparison).toEqual(compareRuns(small.definition, small, other));
    expect(requireComparison(comparison).summary.agent_count).toBe(80);
  });

  it('Simulations with the same scenario have differences of 0 with intervals of [0, 0]', () => {
    const own = run('swissmetro-mode-choice', { car_cost_factor: 2 });
    const { summary } = requireComparison(compareRuns(own.definition, own, own));
    expect(summary.flows).toEqual([]);
    for (const { difference, difference_interval } of summary.outcomes)
      expect([difference, difference_interval]).toEqual([0, [0, 0]]);
  });

  it('If agents interact, comparisons and segments have no intervals, but the simulation as a whole does', () => {
    const [own, baseline] = [
      run('hybrid-corn-network', firstParameterChange('hybrid-corn-network')),
      run('hybrid-corn-network'),
    ];
    const { summary } = requireComparison(compareRuns(own.definition, own, baseline));
    const parts = ({ segments }: typeof summary) => segments.flatMap(({ groups }) => groups);
    const unknown = { interval: null, baseline_interval: null, difference_interval: null };
    const noErrors = { sampling: null, estimation: null };
    for (const estimate of [...summary.outcomes, ...summary.measures])
      expect(estimate).toMatchObject({ ...unknown, errors: noErrors, difference_errors: noErrors });
    for (const point of summary.curves.flatMap(({ points }) => points))
      expect(point).toMatchObject({ interval: null, difference_interval: null });
    for (const { outcomes, measures } of [...parts(summary), ...parts(own.output.summary)])
      for (const estimate of [...outcomes, ...measures]) expect(estimate).toMatchObject(unknown);
    for (const { interval, difference_interval, errors } of own.output.summary.outcomes) {
      expect(interval![1]).toBeGreaterThan(interval![0]);
      expect(difference_interval![1]).toBeGreaterThan(difference_interval![0]);
      expect(errors.sampling).toBeGreaterThan(0);
    }
  });

  it('A comparison fails if the agents differ, or if they interact and their number differs', () => {
    const [own, otherAgents] = [run('swissmetro-mode-choice'), run('swissmetro-mode-choice', {}, 300, 2)];
    expect(compareRuns(own.definition, own, otherAgents)).toEqual({ ok: false, reason: 'different_agents' });
    const [large, small] = [run('hybrid-corn-network'), run('hybrid-corn-network', {}, 200)];
    expect(compareRuns(large.definition, large, small)).toEqual({ ok: false, reason: 'different_agent_count' });
  });
});
