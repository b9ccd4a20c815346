import { readFileSync } from 'node:fs';
import { elasticitiesOf, welfareOf } from '../../model/analyses.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { againstPlainAnswer, fastestMs, type DecisionCase } from './decision-case.js';

const agentCount = 10_000;
const seed = 7;
const rounds = 15;

/** Elasticities of all outcomes with respect to nine parameters, and the welfare change, of one simulation. */
export const indicators: DecisionCase = {
  id: 'indicators',
  run() {
    const definition = parseDefinition(JSON.parse(readFileSync('catalog/swissmetro-mode-choice.json', 'utf8')));
    const scenario = { ...baselineScenario(definition), train_cost_factor: 0.8 };
    const plain = () => simulate({ definition, scenario, seed, agentCount });
    const { columns } = plain();
    const request = { definition, scenario, seed, columns };
    const plainMs = fastestMs(rounds, plain);
    const elasticitiesMs = fastestMs(rounds, () => elasticitiesOf(request));
    const welfareMs = fastestMs(rounds, () => welfareOf(request));
    return [
      againstPlainAnswer('elasticities of 3 outcomes and 9 parameters, 10,000 agents', elasticitiesMs, plainMs),
      againstPlainAnswer('welfare change by segment, 10,000 agents', welfareMs, plainMs),
    ];
  },
};
