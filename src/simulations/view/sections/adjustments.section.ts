import {
  type WorkflowDefinition,
  type Attribute,
  hasCategories,
  type People,
  quantileOf,
  type TargetAdjustment,
} from '../../../../model/definition.js';
import type { ViewInput } from '../view-input.js';
import type { AdjustmentsRecord } from '../../../saved/adjustments/adjustment.schema.js';
import { type Blocks, heading, row, text, textTable, table, list, warning, section } from '../blocks.js';
import { groupTexts } from '../asked-groups.js';
import { setting, countOf, number, percent, agentsText } from '../format-numbers.js';
import type { Block, Section } from '../view.schema.js';
import { namedShares } from '../../../../model/analyses.js';

type Edits = NonNullable<NonNullable<AdjustmentsRecord>['alternatives']>;
type Added = NonNullable<Edits['add']>[number];
type Value = NonNullable<Added['attributes']>[string];
type Decision = WorkflowDefinition['decision'];

/** The alternatives that the scenario does not offer, and those that only the scenario offers. */
function adjustedAlternatives(decision: Decision, { remove = [], add = [] }: Edits): Blocks {
  const { alternatives, variables } =
    decision.family === 'conditional_logit' ? decision : { alternatives: [], variables: [] };
  const labelOf = (id: string) => alternatives.find((one) => one.id === id)?.label ?? id;
  const changeText = ([id, value]: [string, Value]) => {
    const variable = variables.find((one) => one.id === id);
    const name = variable?.label ?? id;
    return typeof value === 'number'
      ? `${name}: ${setting(value)} ${variable?.unit ?? ''}`.trimEnd()
      : `${name}: ${setting(value.times)} times`;
  };
  const rows = add.map(({ label, like, attributes = {} }) =>
    row(label, labelOf(like), Object.entries(attributes).map(changeText).join('; ') || 'none'),
  );
  return [
    heading('Alternatives'),
    text([
      remove.length > 0 && `The scenario does not offer: ${remove.map(labelOf).join(', ')}.`,
      add.length > 0 && `The scenario also offers: ${add.map(({ label }) => label).join(', ')}.`,
      'The baseline keeps the published alternatives, so that differences include the effect of the edit.',
      add.length > 0 &&
        'An added alternative has the constant, the coefficients and all other attributes of the alternative that it copies.',
    ]),
    add.length > 0 && textTable('Added alternatives', ['Alternative', 'Copy of', 'Changed attributes'], rows),
  ];
}

/** Longer lists are shortened. The API returns all margins of a population. */
const maxShares = 6;

type Population = WorkflowDefinition['population'];

/** The population that replaces the published one: its rows, and the distribution of each attribute. */
function adjustedPopulation({ attributes, restriction }: Population, people: People, id: string): Block[] {
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

function adjustedTargets(definition: WorkflowDefinition, matched: TargetAdjustment): Block[] {
  const labels = new Map(namedShares(definition).map(({ id, label }) => [id, label]));
  const targets = matched.targets.map(({ outcome, where = {}, share, standard_error: error, predicted }) => {
    const conditions = groupTexts(definition, where);
    const group = conditions.length > 0 ? ` (${conditions.join('; ')})` : '';
    const name = `${labels.get(outcome) ?? outcome}${group}`;
    return row(name, percent(share), error ? `${(100 * error).toFixed(2)} points` : 'exact', percent(predicted));
  });
  const constants = matched.constants.map(({ coefficient, before, after }) => {
    const label = definition.decision.coefficients.find(({ id }) => id === coefficient)?.label ?? coefficient;
    return row(label, before === null ? 'new' : number(before), number(after));
  });
  return [
    heading('Calibration targets'),
    text(
      `The constants of the model match these observed shares over ${agentsText(matched.agent_count)}. All other coefficients are those of the published workflow. The baseline, the differences and the transcripts use the matched constants.`,
    ),
    table('Observed shares', ['Share', 'Observed', 'Standard error', 'Before the match'], targets),
    table('Constants', ['Constant', 'Published', 'Matched'], constants),
  ];
}

/**
 * The adjustments of the published workflow: population, segment, alternatives and calibration targets. Undefined if there are none.
 *
 * @param noun name of the reported object, such as `simulation`
 */
export function adjustmentsSection(
  { definition, adjustments }: Pick<ViewInput, 'definition' | 'adjustments'>,
  noun: string,
): Section | undefined {
  if (!adjustments) return undefined;
  const { population, decision, adjustments: recorded } = definition;
  const { population_id: populationId, where, alternatives, warnings } = adjustments;
  const { people, restriction } = population;
  const blocks = [
    text(
      `The request of this ${noun} adjusts the published workflow, and all results use the adjusted model. The evidence and the held-out errors are those of the published workflow.`,
    ),
    ...(people && populationId !== undefined ? adjustedPopulation(population, people, populationId) : []),
    ...(restriction && where ? segment(definition, restriction) : []),
    ...(alternatives ? adjustedAlternatives(decision, alternatives) : []),
    ...(recorded?.targets ? adjustedTargets(definition, recorded.targets) : []),
    warnings.length > 0 &&
      warning(
        'Limits of the adjusted model',
        '',
        warnings.map(({ message }) => message),
      ),
  ];
  return section({ id: 'adjustments', title: 'Adjustments of the workflow', part: 'answer' }, ...blocks);
}

type Restriction = NonNullable<WorkflowDefinition['population']['restriction']>;

function segment(definition: WorkflowDefinition, { conditions, share }: Restriction): Block[] {
  const where = Object.fromEntries(conditions.map(({ attribute, groups }) => [attribute, groups]));
  return [
    heading('Segment'),
    text(`All agents are in this segment, which has ${percent(share)} of the population:`),
    list(groupTexts(definition, where)),
  ];
}
