import {
  type Attribute,
  hasCategories,
  type People,
  quantileOf,
  type WorkflowDefinition,
} from '../../../engine/definition.js';
import { heading, row, text, textTable } from '../blocks.js';
import { countOf, number, percent } from '../format-numbers.js';
import type { Block } from '../view.schema.js';

/** Longer lists are shortened. The API returns all margins of a population. */
const maxShares = 6;

type Population = WorkflowDefinition['population'];

/** The population that replaces the published one: its rows, and the distribution of each attribute. */
export function adjustedPopulation({ attributes, restriction }: Population, people: People, id: string): Block[] {
  const rows = attributes.map((attribute) => {
    const isDrawn = people.drawn_attributes.includes(attribute.id);
    const given = people.origin === 'imported' ? 'given' : 'fitted';
    return row(attribute.label, isDrawn ? 'drawn' : given, distributionText(attribute));
  });
  return [
    heading('Population'),
    text([
      rowsText(people, restriction !== undefined),
      effectiveText(people),
      drawnText(people),
      `The id of the population is ${id}. The distributions are those of the whole population${restriction ? ', before the selection of the segment' : ''}; the API returns all shares next to those of the fitted population.`,
    ]),
    textTable('Attributes of the population', ['Attribute', 'Values', 'Distribution'], rows),
  ];
}

function rowsText({ origin, count, weights }: People, isSegment: boolean): string {
  const rows = `${countOf(count)} rows${isSegment ? ' in the segment' : ''}`;
  if (origin === 'weighted')
    return `The agents are selected from the fitted population with weights that reach target margins. It has ${rows}.`;
  return `The agents are selected from an imported population with ${rows}, ${weights ? 'in proportion to their weights' : 'all with equal weights'}.`;
}

function effectiveText({ origin, effective_count: effective, respondent_share: share }: People): string {
  if (origin === 'weighted')
    return `${percent(share)} of the respondents of the fitted population remain effective after the weighting.`;
  if (effective === null) return '';
  return `Their effective size is ${number(effective)}: as many equally weighted rows have the same sampling error.`;
}

function drawnText({ drawn_attributes: drawn }: People): string {
  if (drawn.length === 0) return '';
  return 'Missing values of the attributes marked “drawn” come from the fitted population, given the other values of their row.';
}

/** The shares of the most frequent categories, or the quartiles of numbers. */
function distributionText(attribute: Attribute): string {
  if (hasCategories(attribute)) {
    const present = attribute.categories.filter(({ probability }) => probability > 0);
    const shown = present.toSorted((a, b) => b.probability - a.probability).slice(0, maxShares);
    const left = present.length - shown.length;
    const shares = shown.map(({ label, probability }) => `${label} ${percent(probability)}`);
    return [...shares, ...(left > 0 ? [`${left} more`] : [])].join('; ');
  }
  const [low, median, high] = [0.25, 0.5, 0.75].map((probability) => number(quantileOf(attribute, probability)));
  return `median ${median} ${attribute.unit}; quartiles ${low} and ${high}`;
}
