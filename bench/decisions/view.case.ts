import { readdirSync, readFileSync } from 'node:fs';
import {
  agentsInteract,
  analyzeEffects,
  elasticitiesOf,
  hasWelfare,
  summarizeSelection,
  welfareOf,
} from '../../model/analyses.js';
import { numericParameters, type Scenario, traitsOf, type WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import type { Figure } from '../figures.js';
import { fastestMs, type DecisionCase } from './decision-case.js';

const agentCount = 10_000;
const seed = 7;
const rounds = 3;
const changedParameters = 2;
const shownParameters = 12;
/** The ratio of each figure to this limit is at most 1. A view that takes longer makes the others wait. */
const limitMs = 2_000;

/**
 * Processor time of the whole view of each built-in workflow: the elasticities of the parameters that a report shows, the welfare change, the
 * effects by group, and the summary of selected agents with its errors.
 */
export const view: DecisionCase = {
  id: 'view',
  run: () => {
    const files = readdirSync('catalog').filter((name) => name.endsWith('.json'));
    return files.map((file) => viewOf(parseDefinition(JSON.parse(readFileSync(`catalog/${file}`, 'utf8')))));
  },
};

function viewOf(definition: WorkflowDefinition): Figure {
  const scenario = changedScenario(definition);
  const { columns, summary } = simulate({ definition, scenario, seed, agentCount });
  const simulated = { definition, scenario, seed, columns };
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const headline = definition.headline_outcome ?? (summary.outcomes[0] ?? summary.measures[0]!).id;
  const isIndependent = !agentsInteract(definition);
  const parameters = numericParameters(definition.scenario.parameters).slice(0, shownParameters);
  const whole = () => {
    if (isIndependent) {
      elasticitiesOf({ ...simulated, parameters: parameters.map(({ id }) => id) });
      if (hasWelfare(definition)) welfareOf(simulated);
      analyzeEffects(simulated, rows, false, [headline]);
    }
    summarizeSelection(simulated, rows);
  };
  const ms = fastestMs(rounds, whole);
  const against = `the limit of ${limitMs} ms`;
  return {
    case: `whole view of ${definition.workflow_id}, 10,000 agents`,
    value: ms,
    unit: 'ms',
    against,
    ratio: ms / limitMs,
  };
}

/** The baseline with other values of the first parameters, and of the periods in which they apply. */
function changedScenario({ scenario: { parameters }, decision }: WorkflowDefinition): Scenario {
  const { from, until } = (decision.family === 'conditional_logit' && decision.periods) || {};
  const changed = parameters.filter(({ id }) => id !== from && id !== until).slice(0, changedParameters);
  const values = changed.map((parameter) => {
    const other = traitsOf(parameter).options.find(({ id }) => id !== parameter.default);
    if (other || parameter.type === 'choice') return [parameter.id, other?.id ?? parameter.default];
    const [low, high] = parameter.calibrated_range ?? [parameter.minimum, parameter.maximum];
    const end = parameter.default === low ? high : low;
    return [parameter.id, traitsOf(parameter).rounded((parameter.default + end) / 2)];
  });
  const window = [
    [from, 2],
    [until, 3],
  ].filter(([id]) => id !== undefined);
  return Object.fromEntries([
    ...parameters.map(({ id, default: value }) => [id, value]),
    ...values,
    ...window,
  ]) as Scenario;
}
