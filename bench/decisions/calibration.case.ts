import { readFileSync } from 'node:fs';
import { baselineScenario } from '../../model/definition.js';
import { adjustDefinition, parseDefinition, simulate } from '../../model/simulate.js';
import { againstPlainAnswer, fastestMs, type DecisionCase } from './decision-case.js';

const agentCount = 10_000;
const seed = 7;
const rounds = 15;
const targets = [
  { outcome: 'train', share: 0.2, standard_error: 0.01 },
  { outcome: 'car', share: 0.3, standard_error: 0.01 },
  { outcome: 'train', share: 0.25, where: { sex: ['female'] } },
];

/** Observed shares of two modes, and of one mode in a group. Main cost: the probabilities of all agents, before and after the match. */
export const calibration: DecisionCase = {
  id: 'calibration',
  run() {
    const definition = parseDefinition(JSON.parse(readFileSync('catalog/swissmetro-mode-choice.json', 'utf8')));
    const scenario = { ...baselineScenario(definition), train_cost_factor: 0.8 };
    const plainMs = fastestMs(rounds, () => simulate({ definition, scenario, seed, agentCount }));
    const ms = fastestMs(rounds, () => adjustDefinition(definition, { targets }, { seed, agentCount }));
    return [againstPlainAnswer('calibration to 3 targets, 10,000 agents', ms, plainMs)];
  },
};
