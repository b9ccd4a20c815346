import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { asSentence, fillTemplate } from './template.js';
import { meetsCondition } from './conditions.js';

/** Who the agent is: the sentences of the introduction that hold for it. */
export function describeAgent(definition: WorkflowDefinition, scenario: Scenario, agent: AgentRecord): string {
  const words = attributePhrases(definition, agent);
  return definition.narrative.introduction
    .filter(({ when }) => !when || meetsCondition(when, agent, scenario))
    .map(({ text }) => asSentence(fillTemplate(text, words)))
    .join(' ');
}

/** How a sentence says each attribute of the agent, by its id. */
export function attributePhrases({ population }: WorkflowDefinition, agent: AgentRecord): Record<string, string> {
  return Object.fromEntries(
    population.attributes.map((attribute) => [attribute.id, tellAttribute(attribute, agent.attributes[attribute.id]!)]),
  );
}

function tellAttribute(attribute: Attribute, value: string | number): string {
  if (!hasCategories(attribute)) return displayQuantity(Number(value), attribute.unit);
  const category = attribute.categories.find(({ id }) => id === value);
  return category?.phrase ?? category?.label ?? String(value);
}
