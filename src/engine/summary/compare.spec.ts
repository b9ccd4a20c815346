import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice, type Scenario } from '../definition/scenario.schema.js';
import { simulate } from '../simulation/simulate.js';
import { compareRuns, type Comparison } from './compare.js';

const definitions = new Map<string, ReturnType<typeof parseDefinition>>();
function definitionOf(slug: string) {
  const read = () =>
    parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
  const known = definitions.get(slug) ?? read();
  definitions.set(slug, known);
  return known;
}

function run(slug: string, changes: Scenario = {}, agentCount = 300, seed = 1) {
  const definition = definitionOf(slug);
  const scenario = { ...baselineScenario(definition), ...changes };
  const decided = simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  return { scenario, decided, definition };
}

function compared(comparison: Comparison) {
  if (!comparison.ok) throw new Error(comparison.reason);
  return comparison;
}

/** One of each family, and whether agents stand alone: then the intervals are the very same too. */
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

/** Another value for the first parameter. */
function somethingElse(slug: string): Scenario {
  const parameter = definitionOf(slug).scenario.parameters[0]!;
  const values = isChoice(parameter)
    ? parameter.options.map(({ id }) => id)
    : [...parameter.calibrated_range, parameter.minimum];
  return { [parameter.id]: values.find((value) => value !== parameter.default)! };
}

describe('two simulations of the same agents', () => {
  it.each(workflows)('of %s differ as the one differs from its baseline, where the other is that', (slug, alone) => {
    const [own, usual] = [run(slug, somethingElse(slug)), run(slug)];
    const { summary } = compared(compareRuns(own.definition, own, usual));
    const told = own.decided.summary;
    const numbers = (one: typeof told) => ({
      segments: one.segments,
      flows: one.flows,
      outcomes: one.outcomes.map(({ count, baseline_share, difference }) => [count, baseline_share, difference]),
      measures: one.measures.map(({ mean, baseline_mean, difference }) => [mean, baseline_mean, difference]),
      curves: one.curves.map(({ points }) => points.map(({ share, baseline_share }) => [share, baseline_share])),
    });
    expect(numbers(summary)).toEqual(numbers(told));
    if (alone) expect(summary).toEqual(told);
  });

  it('agree with a difference and an interval counted agent by agent', () => {
    const [fast, dear] = [
      run('swissmetro-mode-choice', { train_headway_factor: 0.5 }),
      run('swissmetro-mode-choice', { train_cost_factor: 1.5 }),
    ];
    const { summary, flowMatrix } = compared(compareRuns(fast.definition, fast, dear));
    const outcomeOf = ({ decided }: typeof fast) => [...decided.columns.find(({ name }) => name === 'outcome')!.values];
    const [own, other] = [outcomeOf(fast), outcomeOf(dear)];
    const gained = own.filter((code, agent) => code === 0 && other[agent] !== 0).length;
    const lost = own.filter((code, agent) => code !== 0 && other[agent] === 0).length;
    expect(gained).toBeGreaterThan(0);
    const [train] = summary.outcomes;
    expect(train!.difference).toBeCloseTo((gained - lost) / 300, 12);
    // Bonett and Price: one added to each who moved, two to all.
    const [up, down] = [(gained + 1) / 302, (lost + 1) / 302];
    const half = 1.959964 * Math.sqrt((up + down - (up - down) ** 2) / 302);
    expect(train!.difference_interval![0]).toBeCloseTo(up - down - half, 6);
    expect(train!.difference_interval![1]).toBeCloseTo(up - down + half, 6);
    for (let from = 0; from < 3; from++)
      for (let to = 0; to < 3; to++)
        expect(flowMatrix[from]![to]).toBe(own.filter((code, k) => code === to && other[k] === from).length);
  });

  it('of different size are compared by the agents that both have', () => {
    const slug = 'swissmetro-mode-choice';
    const [many, few] = [run(slug, { car_cost_factor: 2 }, 200), run(slug, { car_cost_factor: 2 }, 80)];
    const other = run(slug, { car_time_factor: 2 }, 80);
    const comparison = compareRuns(many.definition, many, other);
    expect(comparison).toEqual(compareRuns(few.definition, few, other));
    expect(compared(comparison).summary.agent_count).toBe(80);
  });

  it('differ by nothing, and that for sure, where the scenarios are one', () => {
    const own = run('swissmetro-mode-choice', { car_cost_factor: 2 });
    const { summary } = compared(compareRuns(own.definition, own, own));
    expect(summary.flows).toEqual([]);
    for (const { difference, difference_interval } of summary.outcomes)
      expect([difference, difference_interval]).toEqual([0, [0, 0]]);
  });

  it('have no intervals where agents meet: nor have their segments, of which the whole has some', () => {
    const [own, usual] = [run('hybrid-corn-network', somethingElse('hybrid-corn-network')), run('hybrid-corn-network')];
    const { summary } = compared(compareRuns(own.definition, own, usual));
    const parts = ({ segments }: typeof summary) => segments.flatMap(({ groups }) => groups);
    const unknown = { interval: null, baseline_interval: null, difference_interval: null };
    const noErrors = { sampling: null, estimation: null };
    for (const one of [...summary.outcomes, ...summary.measures])
      expect(one).toMatchObject({ ...unknown, errors: noErrors, difference_errors: noErrors });
    for (const point of summary.curves.flatMap(({ points }) => points))
      expect(point).toMatchObject({ interval: null, difference_interval: null });
    for (const { outcomes, measures } of [...parts(summary), ...parts(own.decided.summary)])
      for (const one of [...outcomes, ...measures]) expect(one).toMatchObject(unknown);
    for (const { interval, difference_interval, errors } of own.decided.summary.outcomes) {
      expect(interval![1]).toBeGreaterThan(interval![0]);
      expect(difference_interval![1]).toBeGreaterThan(difference_interval![0]);
      expect(errors.sampling).toBeGreaterThan(0);
    }
  });

  it('are refused where the people are others, or meet others', () => {
    const [own, strangers] = [run('swissmetro-mode-choice'), run('swissmetro-mode-choice', {}, 300, 2)];
    expect(compareRuns(own.definition, own, strangers)).toEqual({ ok: false, reason: 'different_agents' });
    const [village, hamlet] = [run('hybrid-corn-network'), run('hybrid-corn-network', {}, 200)];
    const refused = { ok: false, reason: 'different_agent_count' };
    expect(compareRuns(village.definition, village, hamlet)).toEqual(refused);
  });
});
