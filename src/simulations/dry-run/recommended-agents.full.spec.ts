import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsInteract } from '../../../model/analyses.js';
import { baselineScenario } from '../../../model/definition.js';
import { parseDefinition, simulate, type Summary } from '../../../model/simulate.js';
import { headlineOf } from '../headline.js';
import { budgetAgents } from './simulation-estimates.service.js';
import { baselineBudget } from './budget.thread.js';
import { precisionOf } from './estimate.schema.js';

const catalog = join(import.meta.dirname, '../../../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));

/** Random differences of a half width between seeds; runs of interacting agents vary more. */
const tolerance = { independent: 0.1, interacting: 0.35 };
const halfWidth = ({ interval }: { interval: readonly [number, number] | null }) => (interval![1] - interval![0]) / 2;

describe.each(slugs)('the recommended number of agents of %s', (slug) => {
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
