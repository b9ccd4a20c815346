import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Explanation } from '../families/conditional-logit/explain.js';
import { type AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { asSentence, fillTemplate, joinWords } from './template.js';

/** What the agent sees of each alternative, and what it does not have. */
export function tellPerception(definition: WorkflowDefinition, agent: AgentRecord, { perceived }: Explanation): string {
  const { decision, narrative, scenario } = definition;
  const alternatives = decision.alternatives.flatMap((alternative, k) => {
    if (!agent.available[k]) return alternative.unavailable ? [alternative.unavailable] : [];
    const phrases = decision.variables.flatMap(({ id, unit }) => {
      const value = perceived[id]?.[alternative.id];
      const told = narrative.variables[id];
      if (value === undefined || !told) return [];
      const isZero = value === 0 && told.zero !== undefined;
      return [isZero ? told.zero! : fillTemplate(told.text, { value: displayQuantity(value, unit) })];
    });
    return phrases.length > 0 ? [asSentence(`${alternative.noun} ${joinWords(phrases)}`)] : [];
  });
  const assignments = scenario.assignments.flatMap(({ id }, k) => {
    const told = narrative.assignments[id];
    const text = agent.assigned[k]![0] === 1 ? told?.assigned : told?.not_assigned;
    return text ? [asSentence(text)] : [];
  });
  return [...alternatives, ...assignments].join(' ');
}
