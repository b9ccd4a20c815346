import { canonicalDigest } from '../definition/definition-digest.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { People } from '../definition/population.schema.js';
import { selectSegment } from './people.js';

/** A definition without the rows of its respondents. */
export interface WithoutRows {
  readonly definition: WorkflowDefinition;
  /** The rows; undefined if the definition has none. */
  readonly people?: People;
}

/** Separates the rows of the respondents from a definition, which then names them by their digest. */
export function withoutRows(definition: WorkflowDefinition): WithoutRows {
  const { people, ...population } = definition.population;
  if (people?.origin !== 'respondents') return { definition };
  const sample = population.sample ?? { digest: canonicalDigest(people), count: people.count };
  return { definition: { ...definition, population: { ...population, sample } }, people };
}

/** Adds the rows that a definition names: all, or those of its segment. */
export function withRows(definition: WorkflowDefinition, all: People): WorkflowDefinition {
  const { population } = definition;
  const { attributes, restriction } = population;
  const people = restriction ? selectSegment(all, attributes, restriction.conditions) : all;
  return { ...definition, population: { ...population, people } };
}

/** Whether a definition names rows that it does not have. Without them, its agents are synthetic. */
export const lacksRows = ({ population: { sample, people } }: WorkflowDefinition): boolean =>
  sample !== undefined && people === undefined;

/** The definition with agents of the fitted distribution, after the rows were deleted. */
export function withSyntheticAgents(definition: WorkflowDefinition): WorkflowDefinition {
  const population = { ...definition.population };
  delete population.people;
  delete population.sample;
  return { ...definition, population };
}
