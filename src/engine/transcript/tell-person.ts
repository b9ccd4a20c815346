import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';
import { type AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { asSentence, fillTemplate } from './template.js';

/** Who the agent is: the sentences of the introduction that hold for it. */
export function tellPerson(definition: WorkflowDefinition, agent: AgentRecord): string {
  const words = Object.fromEntries(
    definition.population.attributes.map((attribute) => [
      attribute.id,
      tellAttribute(attribute, agent.attributes[attribute.id]!),
    ]),
  );
  return definition.narrative.introduction
    .filter(({ when }) => !when || when.in.includes(String(agent.attributes[when.attribute])))
    .map(({ text }) => asSentence(fillTemplate(text, words)))
    .join(' ');
}

function tellAttribute(attribute: Attribute, value: string | number): string {
  if (!hasCategories(attribute)) return displayQuantity(Number(value), attribute.unit);
  const category = attribute.categories.find(({ id }) => id === value);
  return category?.phrase ?? category?.label ?? String(value);
}
