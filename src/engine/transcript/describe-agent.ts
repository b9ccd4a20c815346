import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { AgentRecord } from './agent-record.js';
import { displayQuantity } from './quantity.js';
import { meetsCondition } from './conditions.js';
import { type Sentence, sentence } from './sentence.js';
import { fillTemplate } from './template.js';

/** Describes the agent with the introduction sentences whose condition it meets. */
export function describeAgent(definition: WorkflowDefinition, scenario: Scenario, agent: AgentRecord): Sentence[] {
  const phrases = attributePhrases(definition, agent);
  return definition.narrative.introduction.flatMap(({ when, text }, position) =>
    when && !meetsCondition(when, agent, scenario)
      ? []
      : [sentence('introduction', fillTemplate(text, phrases), { position })],
  );
}

/** Phrase for each attribute value of the agent, by attribute id. */
export function attributePhrases({ population }: WorkflowDefinition, agent: AgentRecord): Record<string, string> {
  return Object.fromEntries(
    population.attributes.map((attribute) => [
      attribute.id,
      attributePhrase(attribute, agent.attributes[attribute.id]!),
    ]),
  );
}

function attributePhrase(attribute: Attribute, value: string | number): string {
  if (!hasCategories(attribute)) return displayQuantity(Number(value), attribute.unit);
  const category = attribute.categories.find(({ id }) => id === value);
  return category?.phrase ?? category?.label ?? String(value);
}
