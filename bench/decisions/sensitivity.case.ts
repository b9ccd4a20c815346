import { readFileSync } from 'node:fs';
import { evaluateAgents, resolveSensitivity, runSensitivity } from '../../model/analyses.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { againstPlainAnswer, fastestMs, type DecisionCase } from './decision-case.js';

const seed = 7;
const rounds = 5;
const parameterCount = 8;
const method = { include_coefficients: true, trajectories: 10, samples: 128, max_parameters: parameterCount };

/**
 * Screening and Sobol indices of eight parameters and the coefficients, with the default samples. Main cost: about 1,500 evaluations of the
 * expected values of all agents.
 */
export const sensitivity: DecisionCase = {
  id: 'sensitivity',
  run() {
    const definition = parseDefinition(JSON.parse(readFileSync('catalog/swissmetro-mode-choice.json', 'utf8')));
    const scenario = baselineScenario(definition);
    const parameters = definition.scenario.parameters.slice(0, parameterCount).map(({ id }) => ({ name: id }));
    const resolved = resolveSensitivity(definition, { ...method, parameters });
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
    const changed = { ...scenario, train_cost_factor: 1.2 };
    return [200, 1_000, 10_000].map((agentCount) => {
      const plainMs = fastestMs(4 * rounds, () => simulate({ definition, scenario: changed, seed, agentCount }));
      const task = { definition, scenario, seed, agentCount };
      const ms = fastestMs(rounds, () => evaluateAgents(task, (agents) => runSensitivity(agents, resolved.request)));
      return againstPlainAnswer(`what matters, 8 parameters, ${agentCount.toLocaleString('en')} agents`, ms, plainMs);
    });
  },
};
