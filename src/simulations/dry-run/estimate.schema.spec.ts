import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SummaryRecord } from '../summary.schema.js';
import { precisionOf } from './estimate.schema.js';
import { describeInFullLevel } from '../../../test/support/full-level.js';
import { agentsInteract } from '../../../model/analyses.js';
import { baselineScenario } from '../../../model/definition.js';
import { parseDefinition, simulate, type Summary } from '../../../model/simulate.js';
import { headlineOf } from '../headline.js';
import { budgetAgents } from './simulation-estimates.service.js';
import { baselineBudget } from './budget.thread.js';

const figure = (id: string, simulation: number | null, estimation: number | null, rest = 0) => {
  const errors = { simulation, estimation, population: rest, model: null };
  const half = 1.96 * Math.hypot(simulation ?? 0, estimation ?? 0, rest);
  return { id, errors, interval: simulation === null ? null : [0.5 - half, 0.5 + half] };
};
const summaryOf = (parts: object) =>
  ({
    agent_count: 100,
    outcome_groups: [],
    measures: [],
    uncertainty: { replicates: null },
    ...parts,
  }) as unknown as SummaryRecord;
const summary = summaryOf({
  outcomes: [figure('stayed', 0.02, null), figure('went', 0.05, 0.03, 0.01)],
  measures: [figure('visits', 0.3, 0.4)],
});
const widthAt = (agents: number) => precisionOf(agents, {}, summary, 'last_simulation');

describe('precisionOf', () => {
  it('The estimate combines all known parts of the error, and is at most 10% wider than the interval behind it', () => {
    expect(widthAt(100)).toEqual({
      share_half_width: expect.closeTo(1.1 * 1.96 * Math.hypot(0.05, 0.03, 0.01), 9) as number,
      headline: { id: 'stayed', half_width: expect.closeTo(1.1 * 1.96 * 0.02, 9) as number },
      measures: [{ id: 'visits', half_width: expect.closeTo(1.1 * 1.96 * 0.5, 9) as number }],
      based_on: 'last_simulation',
    });
  });

  it('The simulation error shrinks with the square root of the agent count, and the other errors do not change', () => {
    expect(widthAt(10_000).share_half_width).toBeCloseTo(1.1 * 1.96 * Math.hypot(0.005, 0.03, 0.01), 9);
    expect(widthAt(1e12).share_half_width).toBeCloseTo(1.1 * 1.96 * Math.hypot(0.03, 0.01), 4);
  });

  it('The headline can be a measure, and figures with an unknown simulation error are left out', () => {
    expect(precisionOf(100, { headline_outcome: 'visits' }, summary, 'worst_case').headline.id).toBe('visits');
    const unknown = summaryOf({ outcomes: summary.outcomes, measures: [figure('visits', null, 0.4)] });
    const precision = precisionOf(100, { headline_outcome: 'visits' }, unknown, 'worst_case');
    expect(precision.measures).toEqual([]);
    expect(precision.headline).toEqual({ id: 'visits', half_width: null });
  });

  it('The estimate for interacting agents has a larger margin, because few repeated runs determine their errors', () => {
    const repeated = summaryOf({ outcomes: [figure('went', 0.05, 0)], uncertainty: { replicates: 20 } });
    expect(precisionOf(100, {}, repeated, 'worst_case').share_half_width).toBeCloseTo(1.25 * 1.96 * 0.05, 9);
  });

  it('Intervals that are wider than those of a normal error stay wider', () => {
    const wide = summaryOf({ outcomes: [{ ...figure('went', 0.05, 0), interval: [0.3, 0.7] }] });
    expect(precisionOf(100, {}, wide, 'worst_case').share_half_width).toBeCloseTo(1.1 * 0.2, 9);
  });
});

const catalog = join(import.meta.dirname, '../../../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));

/** Random differences of a half width between seeds; runs of interacting agents vary more. */
const tolerance = { independent: 0.1, interacting: 0.35 };
const halfWidth = ({ interval }: { interval: readonly [number, number] | null }) => (interval![1] - interval![0]) / 2;

describeInFullLevel.each(slugs)('the recommended number of agents of %s', (slug) => {
  const definition = parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
  const { recommended_agent_count: agentCount, recommended_agent_count_reason: reason } = definition.population;
  let answer: Summary;
  beforeAll(() => {
    answer = simulate({ definition, scenario: baselineScenario(definition), seed: 20, agentCount }).summary;
  });

  it('The interval in its reason is the interval that a simulation with this number answers', () => {
    const { kind, figure } = headlineOf(definition, answer);
    const answered = (kind === 'share' ? 100 : 1) * halfWidth(figure);
    const stated = Number(/ at the baseline is ±([\d.]+)/.exec(reason)![1]);
    const allowed = agentsInteract(definition) ? tolerance.interacting : tolerance.independent;
    expect(reason).toContain(`With ${agentCount.toLocaleString('en-US')} agents`);
    expect(reason).toContain(`“${figure.label}”`);
    expect(Math.abs(stated - answered)).toBeLessThan(allowed * answered);
  });

  it('The interval that a dry run estimates is at least as wide as the answered interval, and at most 1.5 times as wide', () => {
    const budget = baselineBudget({
      definition,
      agentCount: budgetAgents(definition, agentCount),
      hasEstimation: true,
    });
    const { headline, share_half_width } = precisionOf(agentCount, definition, budget, 'worst_case');
    const answered = halfWidth(headlineOf(definition, answer).figure);
    const widest = Math.max(...[...answer.outcomes, ...answer.outcome_groups].map(halfWidth));
    expect(headline.half_width! / answered).toBeGreaterThanOrEqual(1);
    expect(headline.half_width! / answered).toBeLessThanOrEqual(1.5);
    expect(share_half_width / widest).toBeGreaterThanOrEqual(1);
    expect(share_half_width / widest).toBeLessThanOrEqual(1.5);
  });
});
