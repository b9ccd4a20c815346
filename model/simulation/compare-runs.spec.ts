import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice } from '../definition/parameter-types.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { segmentations } from '../summary/segment-groups.js';
import { compareRuns, type Comparison } from './compare-runs.js';
import { simulate } from './simulate.js';

const definitions = new Map<string, ReturnType<typeof parseDefinition>>();
function loadDefinition(slug: string) {
  const read = () =>
    parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
  const definition = definitions.get(slug) ?? read();
  definitions.set(slug, definition);
  return definition;
}

/** Runs by their arguments: most tests compare the same runs. */
const runs = new Map<string, ReturnType<typeof newRun>>();
function run(...request: Parameters<typeof newRun>) {
  const key = JSON.stringify(request);
  const known = runs.get(key) ?? newRun(...request);
  runs.set(key, known);
  return known;
}

function newRun(slug: string, changes: Scenario = {}, agentCount = 300, seed = 1) {
  const definition = loadDefinition(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const output = simulate({ definition, scenario, seed, agentCount });
  return { scenario, output, definition, summary: output.summary };
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

/** The agents of the other workflows have no attributes. */
const withSegments = workflows.filter(([slug]) => loadDefinition(slug).population.attributes.length > 0);

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
      const { summary } = requireComparison(compareRuns(own.definition, 1, own, baseline));
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

  it('A comparison has the difference of the mean probabilities, its full error and the flow matrix', () => {
    const [frequent, expensive] = [
      run('swissmetro-mode-choice', { train_headway_factor: 0.5 }),
      run('swissmetro-mode-choice', { train_cost_factor: 1.5 }),
    ];
    const { summary, flowMatrix } = requireComparison(compareRuns(frequent.definition, 1, frequent, expensive));
    const valuesOf = ({ output }: typeof frequent, name: string) => [
      ...output.columns.find((column) => column.name === name)!.values,
    ];
    const [own, other] = [valuesOf(frequent, 'outcome'), valuesOf(expensive, 'outcome')];
    const changes = valuesOf(frequent, 'probability.train').map(
      (value, agent) => value - valuesOf(expensive, 'probability.train')[agent]!,
    );
    const mean = changes.reduce((sum, change) => sum + change, 0) / 300;
    const variance = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / 299;
    const [train] = summary.outcomes;
    expect(train!.difference).toBeCloseTo(mean, 12);
    expect(train!.difference_errors.simulation).toBeCloseTo(Math.sqrt(variance / 300), 12);
    expect(train!.difference_errors.estimation).toBeGreaterThan(train!.difference_errors.simulation!);
    const halfWidth = 1.96 * Math.hypot(train!.difference_errors.simulation!, train!.difference_errors.estimation!);
    expect(train!.difference_interval![1] - train!.difference_interval![0]).toBeGreaterThan(1.9 * halfWidth);
    for (let from = 0; from < 3; from++)
      for (let to = 0; to < 3; to++)
        expect(flowMatrix[from]![to]).toBe(own.filter((code, k) => code === to && other[k] === from).length);
  });

  it('A comparison of simulations of different size includes only the agents that both have', () => {
    const slug = 'swissmetro-mode-choice';
    const [large, small] = [run(slug, { car_cost_factor: 2 }, 200), run(slug, { car_cost_factor: 2 }, 80)];
    const other = run(slug, { car_time_factor: 2 }, 80);
    const comparison = compareRuns(large.definition, 1, large, other);
    expect(comparison).toEqual(compareRuns(small.definition, 1, small, other));
    expect(requireComparison(comparison).summary.agent_count).toBe(80);
  });

  it('Simulations with the same scenario have differences of 0 with intervals of [0, 0]', () => {
    const own = run('swissmetro-mode-choice', { car_cost_factor: 2 });
    const { summary } = requireComparison(compareRuns(own.definition, 1, own, own));
    expect(summary.flows).toEqual([]);
    for (const { difference, difference_interval } of summary.outcomes)
      expect([difference, difference_interval]).toEqual([0, [0, 0]]);
  });

  it('If agents interact, a comparison combines the errors of both simulations, and segments have no intervals', () => {
    const [own, baseline] = [
      run('hybrid-corn-network', firstParameterChange('hybrid-corn-network')),
      run('hybrid-corn-network'),
    ];
    const { summary } = requireComparison(compareRuns(own.definition, 1, own, baseline));
    const parts = ({ segments }: typeof summary) => segments.flatMap(({ groups }) => groups);
    const unknown = { interval: null, baseline_interval: null, difference_interval: null };
    for (const { outcomes, measures } of [...parts(summary), ...parts(own.output.summary)])
      for (const estimate of [...outcomes, ...measures]) expect(estimate).toMatchObject(unknown);
    for (const { interval, difference_interval, errors } of own.output.summary.outcomes) {
      expect(interval![1]).toBeGreaterThan(interval![0]);
      expect(difference_interval![1]).toBeGreaterThan(difference_interval![0]);
      expect(errors.simulation).toBeGreaterThan(0);
    }
    summary.outcomes.forEach(({ errors, difference_errors, difference_interval }, k) => {
      const [first, second] = [own.output.summary.outcomes[k]!.errors, baseline.output.summary.outcomes[k]!.errors];
      expect(errors.simulation).toBe(first.simulation);
      expect(difference_errors.simulation).toBeCloseTo(Math.hypot(first.simulation!, second.simulation!), 12);
      expect(difference_interval![1]).toBeGreaterThan(difference_interval![0]);
    });
  });

  it('A comparison fails if the agents differ, or if they interact and their number differs', () => {
    const [own, otherAgents] = [run('swissmetro-mode-choice'), run('swissmetro-mode-choice', {}, 300, 2)];
    expect(compareRuns(own.definition, 1, own, otherAgents)).toEqual({ ok: false, reason: 'different_agents' });
    const [large, small] = [run('hybrid-corn-network'), run('hybrid-corn-network', {}, 200)];
    expect(compareRuns(large.definition, 1, large, small)).toEqual({ ok: false, reason: 'different_agent_count' });
  });

  it.each(withSegments)('A comparison of selected agents of %s has the figures of their segment', (slug) => {
    const [own, baseline] = [run(slug, firstParameterChange(slug)), run(slug)];
    const whole = requireComparison(compareRuns(own.definition, 1, own, baseline)).summary;
    const [segmentation] = segmentations(own.definition, own.output.columns);
    const segment = whole.segments[0]!;
    for (const { id, agent_count, outcomes, outcome_groups, measures } of segment.groups) {
      const position = segmentation!.groups.findIndex((group) => group.id === id);
      const rows = Int32Array.from({ length: whole.agent_count }, (_, row) => row).filter(
        (row) => segmentation!.groupOf[row] === position,
      );
      const { summary, flowMatrix } = requireComparison(compareRuns(own.definition, 1, own, baseline, rows));
      expect(summary).toMatchObject({ agent_count, outcomes, outcome_groups, measures, curves: [] });
      expect(flowMatrix.flat().reduce((sum, count) => sum + count, 0)).toBe(agent_count);
    }
  });

  it.each(workflows)('A comparison of all agents of %s by index has the shares of the whole comparison', (slug) => {
    const [own, baseline] = [run(slug, firstParameterChange(slug)), run(slug)];
    const whole = requireComparison(compareRuns(own.definition, 1, own, baseline));
    const rows = Int32Array.from({ length: whole.summary.agent_count + 50 }, (_, row) => row);
    const selected = requireComparison(compareRuns(own.definition, 1, own, baseline, rows));
    const shares = ({ summary }: typeof whole) =>
      summary.outcomes.map(({ id, share, baseline_share, expected_share }) => [
        id,
        share,
        baseline_share,
        expected_share,
      ]);
    expect(shares(selected)).toEqual(shares(whole));
    expect(selected.flowMatrix).toEqual(whole.flowMatrix);
  });
});
