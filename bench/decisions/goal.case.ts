import { readFileSync } from 'node:fs';
import { evaluateAgents, resolveGoal, runGoal } from '../../model/analyses.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { againstPlainAnswer, fastestMs, type DecisionCase } from './decision-case.js';

const agentCount = 10_000;
const seed = 7;
const rounds = 15;

/** The fare of the Swissmetro with the greatest revenue. Main cost: the expected values of all agents at about 30 fares. */
export const goal: DecisionCase = {
  id: 'goal',
  run() {
    const definition = parseDefinition(JSON.parse(readFileSync('catalog/swissmetro-mode-choice.json', 'utf8')));
    const scenario = baselineScenario(definition);
    const resolved = resolveGoal(definition, {
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.5, to: 3 }],
      objective: { goal: 'maximize', values: { swissmetro: 'cost' } },
    });
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
    const changed = { ...scenario, swissmetro_cost_factor: 1.2 };
    const plainMs = fastestMs(rounds, () => simulate({ definition, scenario: changed, seed, agentCount }));
    const task = { definition, scenario, seed, agentCount };
    const ms = fastestMs(rounds, () => evaluateAgents(task, (agents) => runGoal(agents, resolved.request)));
    return [againstPlainAnswer('goal over one parameter, 10,000 agents', ms, plainMs)];
  },
};
