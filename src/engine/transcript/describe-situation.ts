import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { isChoice, type Scenario } from '../definition/scenario.schema.js';
import { type AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { asSentence, fillTemplate } from './template.js';
import { attributePhrases } from './describe-agent.js';
import { meetsCondition } from './conditions.js';

/** What the agent meets that is not a variable of an alternative: the sentences of the situation that hold, and its assignments. */
export function describeSituation(definition: WorkflowDefinition, scenario: Scenario, agent: AgentRecord): string[] {
  const { narrative } = definition;
  const words = [attributePhrases(definition, agent), parameterPhrases(definition, scenario)];
  const situation = narrative.situation
    .filter(({ when }) => !when || meetsCondition(when, agent, scenario))
    .map(({ text }) => asSentence(fillTemplate(text, ...words)));
  const assignments = definition.scenario.assignments.flatMap(({ id }, k) => {
    const told = narrative.assignments[id];
    if (told?.when && !meetsCondition(told.when, agent, scenario)) return [];
    const text = agent.assigned[k]![0] === 1 ? told?.assigned : told?.not_assigned;
    return text ? [asSentence(fillTemplate(text, ...words))] : [];
  });
  return [...situation, ...assignments];
}

/** How a sentence says each parameter: `parameter.<id>`. */
export function parameterPhrases(
  { scenario: { parameters } }: WorkflowDefinition,
  scenario: Scenario,
): Record<string, string> {
  const wordsOf = parameters.map((parameter): [string, string] => {
    const value = scenario[parameter.id];
    const words = isChoice(parameter)
      ? parameter.options.find(({ id }) => id === value)?.phrase
      : displayQuantity(Number(value), parameter.unit);
    return [`parameter.${parameter.id}`, words ?? String(value)];
  });
  return Object.fromEntries(wordsOf);
}
