import type { Indicator } from '../definition/product.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { AgentRecord } from './agent-record.js';

/**
 * Whether an agent meets a condition under a scenario. Conditions on states are never met, because states vary during a run and a
 * transcript describes its end.
 */
export function meetsCondition(condition: Indicator, agent: AgentRecord, scenario: Scenario): boolean {
  if ('state' in condition) return false;
  const value = 'parameter' in condition ? scenario[condition.parameter] : agent.attributes[condition.attribute];
  if ('in' in condition) return condition.in.includes(String(value));
  const { at_least: low = -Infinity, at_most: high = Infinity } = condition;
  return Number(value) >= low && Number(value) <= high;
}
