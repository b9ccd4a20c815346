import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, parseDefinition, simulate } from '../../engine/index.js';
import { headlineOf } from '../headline.js';
import { budgetAgents } from './baseline-budgets.service.js';
import baselineBudget from './budget.thread.js';
import { precisionOf } from './precision.js';

const catalog = join(import.meta.dirname, '../../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));

describe('the precision of a dry run', () => {
  it.each(slugs)(
    'The estimated interval of %s is at least as wide as the answered interval, and at most 1.5 times as wide',
    (slug) => {
      const definition = parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
      const agentCount = definition.population.recommended_agent_count;
      const budget = baselineBudget({
        definition,
        agentCount: budgetAgents(definition, agentCount),
        hasEstimation: true,
      });
      const { headline, share_half_width } = precisionOf(agentCount, definition, budget, 'worst_case');
      const scenario = baselineScenario(definition);
      const answer = simulate({ definition, scenario, seed: 20, agentCount }).summary;
      const halfWidth = ({ interval }: { interval: readonly [number, number] | null }) =>
        (interval![1] - interval![0]) / 2;
      const answered = halfWidth(headlineOf(definition, answer).figure);
      const widest = Math.max(...[...answer.outcomes, ...answer.outcome_groups].map(halfWidth));
      expect(headline.half_width! / answered).toBeGreaterThanOrEqual(1);
      expect(headline.half_width! / answered).toBeLessThanOrEqual(1.5);
      expect(share_half_width / widest).toBeGreaterThanOrEqual(1);
      expect(share_half_width / widest).toBeLessThanOrEqual(1.5);
    },
  );
});
