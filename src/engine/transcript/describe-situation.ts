import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isChoice, type Scenario } from '../definition/scenario.schema.js';
import type { AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { type Sentence, sentence } from './sentence.js';
import { fillTemplate } from './template.js';
import { attributePhrases } from './describe-agent.js';
import { meetsCondition } from './conditions.js';

/** Describes the agent's situation and assignments with the narrative sentences whose condition it meets. */
export function describeSituation(definition: WorkflowDefinition, scenario: Scenario, agent: AgentRecord): Sentence[] {
  const { narrative } = definition;
  const phrases = [attributePhrases(definition, agent), parameterPhrases(definition, scenario)];
  const situation = narrative.situation.flatMap(({ when, text }, position) =>
    when && !meetsCondition(when, agent, scenario)
      ? []
      : [sentence('situation', fillTemplate(text, ...phrases), { position })],
  );
  const assignments = definition.scenario.assignments.flatMap(({ id }, k) => {
    const sentences = narrative.assignments[id];
    if (sentences?.when && !meetsCondition(sentences.when, agent, scenario)) return [];
    const isAssigned = agent.assigned[k]![0] === 1;
    const text = isAssigned ? sentences?.assigned : sentences?.not_assigned;
    return text ? [sentence('assignment', fillTemplate(text, ...phrases), { assignment: id, isAssigned })] : [];
  });
  return [...situation, ...assignments];
}

/** Phrases of the last scenario of a definition: all agents of a simulation share them. */
const latestPhrases = new WeakMap<WorkflowDefinition, { scenario: Scenario; phrases: Record<string, string> }>();

/** Phrase for each parameter value of the scenario, by `parameter.<id>`. */
export function parameterPhrases(definition: WorkflowDefinition, scenario: Scenario): Record<string, string> {
  const known = latestPhrases.get(definition);
  if (known?.scenario === scenario) return known.phrases;
  const phrases = phrasesOf(definition, scenario);
  latestPhrases.set(definition, { scenario, phrases });
  return phrases;
}

function phrasesOf({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): Record<string, string> {
  const entries = parameters.map((parameter): [string, string] => {
    const value = scenario[parameter.id];
    const phrase = isChoice(parameter)
      ? parameter.options.find(({ id }) => id === value)?.phrase
      : displayQuantity(Number(value), parameter.unit);
    return [`parameter.${parameter.id}`, phrase ?? String(value)];
  });
  return Object.fromEntries(entries);
}
