import { type Indicator } from '../definition/product.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type AgentRecord } from './agent-record.js';

/** Whether a condition holds for an agent under a scenario. States of the run hold nowhere: a transcript is told at its end. */
export function meetsCondition(asked: Indicator, agent: AgentRecord, scenario: Scenario): boolean {
  if ('state' in asked) return false;
  const value = 'parameter' in asked ? scenario[asked.parameter] : agent.attributes[asked.attribute];
  if ('in' in asked) return asked.in.includes(String(value));
  const { at_least: low = -Infinity, at_most: high = Infinity } = asked;
  return Number(value) >= low && Number(value) <= high;
}
