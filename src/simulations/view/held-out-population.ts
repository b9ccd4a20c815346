import type { WorkflowDefinition } from '../../../model/definition.js';
import { text } from './blocks.js';
import { groupTexts } from './asked-groups.js';
import type { ViewInput } from './view-input.js';
import { sentences } from './format-numbers.js';
import type { Block } from './view.schema.js';

type HoldOut = WorkflowDefinition['evidence']['hold_out'];
type Segment = HoldOut['segments'][number];
type Among = NonNullable<HoldOut['effects']>[number]['among'];

export interface Condition {
  readonly attribute: string;
  readonly groups: readonly string[];
}

/**
 * Agents that the figures of a view are about: those of the segment that the request simulates (`where` of a population), and of the groups that
 * the view selects. Empty for all agents. Each text with a held-out error is about these agents.
 */
export function populationOf({ definition, selection }: Pick<ViewInput, 'definition' | 'selection'>): Condition[] {
  const selected = Object.entries(selection?.groups ?? {}).map(([attribute, groups]) => ({ attribute, groups }));
  return [...(definition.population.restriction?.conditions ?? []), ...selected];
}

/** Held-out respondents, with their name unless they are all. */
export interface HeldOutRespondents extends Pick<Segment, 'observations' | 'outcomes' | 'measures'> {
  readonly name: string | null;
}

/** The held-out respondents of a population: all, or each of its groups with results of its own. */
export function heldOutRespondents(
  definition: WorkflowDefinition,
  population: readonly Condition[],
): HeldOutRespondents[] {
  const held = definition.evidence.hold_out;
  if (population.length === 0) return [{ ...held, name: null }];
  return population.flatMap(({ attribute, groups }) =>
    held.segments
      .filter((segment) => segment.attribute === attribute && groups.includes(segment.category))
      .map((segment) => ({ ...segment, name: nameOfSegment(definition, segment) })),
  );
}

export const nameOfSegment = (definition: WorkflowDefinition, { attribute, category }: Segment): string =>
  groupTexts(definition, { [attribute]: [category] }).join();

/** Whether a comparison of held-out respondents is about a population: all respondents, or those of the only condition. */
export function isAbout(among: Among, population: readonly Condition[]): boolean {
  if (!among) return population.length === 0;
  const [own, ...others] = population;
  if (!own || others.length > 0 || !('attribute' in among) || !('in' in among)) return false;
  const { attribute, in: categories } = among;
  return (
    attribute === own.attribute &&
    categories.length === own.groups.length &&
    own.groups.every((group) => categories.includes(group))
  );
}

/** The data, and that they describe their own time and place. */
export const dataText = ({ sample, collected }: WorkflowDefinition['evidence']['data']): string =>
  `The data: ${sentences(sample, collected)} Other times, countries and populations can differ, and no interval contains that difference.`;

/** The paragraph on the error that no interval contains. */
export function transportText({ sample, collected }: WorkflowDefinition['evidence']['data']): Block {
  return text(
    `transport, the difference between the data and your time, country and population. The data: ${sentences(sample, collected)}`,
    'Not in any interval:',
  );
}
