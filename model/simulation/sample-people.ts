import { type Column, columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { drawSituation } from '../population/situation.js';
import { peopleOf } from '../population/people.js';
import { type Group, groupAgents } from '../summary/segment-groups.js';
import { displayQuantity } from '../transcript/quantity.js';
import { compile } from './compile.js';

/** An attribute by which people are grouped. `groupOf[row]` is the index in `groups` of the group of a person. */
export interface PeopleGrouping {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly Group[];
  readonly groupOf: readonly number[];
}

/** The agents of a workflow without their decisions. */
export interface SampledPeople {
  /** For each agent, its attributes by label, as readable texts: `{ "Age": "45 years" }`. */
  readonly descriptions: readonly Readonly<Record<string, string>>[];
  readonly groupings: readonly PeopleGrouping[];
  /** Columns of the agents, for later runs with the same definition and seed. */
  readonly people: readonly Column[];
}

/**
 * Samples and describes the agents that a simulation with the same definition and seed has, in the calling thread.
 *
 * @param people columns of an earlier run with the same definition and seed, and at least as many agents
 */
export function samplePeople(request: {
  readonly definition: WorkflowDefinition;
  readonly seed: number;
  readonly agentCount: number;
  readonly people?: readonly Column[] | undefined;
}): SampledPeople {
  const { definition, seed, agentCount } = request;
  const { attributes } = definition.population;
  const people =
    request.people ??
    peopleOf(drawSituation(compile(definition, baselineScenario(definition), seed), 0, agentCount).columns);
  const columns = attributes.map((attribute) => columnNamed(people, `attribute.${attribute.id}`));
  const texts = attributes.map((attribute, k) => [attribute.label, textOf(attribute, columns[k]!)] as const);
  return {
    descriptions: Array.from({ length: agentCount }, (_, row) =>
      Object.fromEntries(texts.map(([label, of]) => [label, of(row)])),
    ),
    groupings: attributes.map((attribute, k) => {
      const { groups, groupOf } = groupAgents(attribute, columns[k]!);
      return {
        id: attribute.id,
        label: attribute.label,
        groups: groups.map(({ id, label }) => ({ id, label })),
        groupOf: Array.from({ length: agentCount }, (_, row) => groupOf[row]!),
      };
    }),
    people,
  };
}

function textOf(attribute: Attribute, { values, categories }: Column): (row: number) => string {
  if (!hasCategories(attribute)) return (row) => displayQuantity(values[row]!, attribute.unit);
  const labels = categories!.map((id) => attribute.categories.find((own) => own.id === id)?.label ?? id);
  return (row) => labels[values[row]!]!;
}
