import type { EffectsRecord } from '../../../readings/effects/effects.record.js';
import { clearPreferenceAttributes } from '../../../../model/analyses.js';
import { associatedParameters } from '../headline-text.js';
import { text, valueCell, seriesById, intervalsFigure } from '../blocks.js';
import { capitalized, countOf, formats, inParentheses } from '../format-numbers.js';
import { referenceOf, changedParameters } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block } from '../view.schema.js';

/** More groups would make the figure long. The API returns all. */
const maxGroups = 12;

type Effects = NonNullable<ViewInput['effects']>;
type FigureEffects = EffectsRecord['figures'][number];
type GroupEffect = FigureEffects['groups'][number];

/** The groups that react most to the scenario, and whether the data estimated their differences. */
export function effectBlocks(input: ViewInput): Block[] {
  const { effects } = input;
  const own = effects?.figures[0];
  if (!effects || !own || own.groups.length === 0) return [];
  return [...groupEffects(input, own, effects), sourcesText(effects.sources, nameOf(input))];
}

/** Returns the name of an attribute or of groups that the model defines. */
function nameOf({ summary: { segments } }: ViewInput): (id: string) => string {
  const names = new Map(segments.map(({ attribute, label }) => [attribute, label]));
  return (id) => names.get(id) ?? id;
}

function groupEffects(input: ViewInput, own: FigureEffects, effects: Effects): Block[] {
  const { label, unit, total, groups } = own;
  const formatName = unit === null ? 'points' : 'change';
  const format = formats[formatName];
  const name = nameOf(input);
  const groupName = ({ group }: GroupEffect) =>
    Object.entries(group)
      .map(([id, one]) => `${name(id)}: ${one.label}`)
      .join(', ');
  const shown = groups.slice(0, maxGroups);
  const changed = changedParameters(input, referenceOf(input));
  // The service cannot call a difference an effect if the data did not assign the values of a changed parameter.
  const isAssociation = associatedParameters(input.definition, changed).length > 0;
  const difference = isAssociation ? `difference of “${label}”` : `effect on “${label}”`;
  return [
    text([
      `The ${difference}${isAssociation ? ' associated with the change' : ''} is ${format(total.effect)}${inParentheses(total.interval, format)} ${unit ?? 'points'} for all agents.`,
      groupsText(groups, shown.length),
      ...differencesTexts(groups, clearAttributesOf(input), effects.sources.has_random_tastes),
      ...unknownTexts(groups, effects),
    ]),
    intervalsFigure(
      `${capitalized(difference)} by group, with simultaneous 95% intervals`,
      {
        axis: unit ?? 'percentage points',
        format: formatName,
        series: [seriesById.scenario],
        reference: { value: total.effect, label: 'All agents' },
      },
      [
        'Group',
        'Agents',
        isAssociation ? 'Difference' : 'Effect',
        `Minus the ${isAssociation ? 'difference of' : 'effect on'} all agents`,
        'Reacts differently',
      ],
      shown.map((group) => {
        const { effect, simultaneous_interval: interval, reacts_differently: isDifferent } = group;
        return {
          label: groupName(group),
          values: [{ series: 'scenario', value: effect, interval }],
          cells: [
            countOf(group.agent_count),
            valueCell(effect, interval, format),
            valueCell(group.difference_from_all, group.difference_from_all_interval, format),
            isDifferent === null ? 'unknown' : isDifferent ? 'yes' : 'not shown',
          ],
        };
      }),
    ),
  ];
}

function groupsText({ length: count }: readonly GroupEffect[], shown: number): string {
  const selection =
    shown < count
      ? `The figure shows the ${shown} of ${count} groups that react the most.`
      : `The figure shows all ${count} groups, starting with those that react the most.`;
  return `${selection} Its intervals are simultaneous: with a probability of 95%, the intervals of all ${count} groups contain their true effects together.`;
}

/** Attributes for which the data estimated an effect of their own that is not zero. */
function clearAttributesOf(input: ViewInput): string[] {
  const reference = referenceOf(input);
  return reference ? clearPreferenceAttributes(input.definition, input.scenario, reference.scenario) : [];
}

/**
 * The groups whose interval of the difference excludes zero. They are clear only if the data estimated an effect of their own.
 *
 * @param estimated attributes with such an effect
 */
function differencesTexts(
  groups: readonly GroupEffect[],
  estimated: readonly string[],
  has_random_tastes: boolean,
): (string | false)[] {
  const different = groups.filter(({ reacts_differently: isDifferent }) => isDifferent);
  if (different.length === 0) return ['No group reacts clearly differently from all agents together.'];
  const isEstimated = ({ group }: GroupEffect) => Object.keys(group).some((id) => estimated.includes(id));
  const clear = different.filter(isEstimated).length;
  const implied = different.length - clear;
  const implying = has_random_tastes ? 'the random coefficients and ' : '';
  return [
    clear > 0 &&
      `${clear === 1 ? 'One group reacts' : `${clear} groups react`} clearly differently from all agents together: the data estimated an effect of their own, and the interval of the difference does not contain zero.`,
    implied > 0 &&
      `For ${implied === 1 ? 'one group' : `${implied} groups`}, ${implying}the form of the model ${has_random_tastes ? 'imply' : 'implies'} another effect than for all agents together; the data did not estimate it.`,
  ];
}

/** Groups, intervals and parts of the error that are missing. */
function unknownTexts(groups: readonly GroupEffect[], { excluded_count, missing_parts }: Effects): (string | false)[] {
  const unknown = groups.filter(({ simultaneous_interval: interval }) => interval === null).length;
  return [
    excluded_count > 0 &&
      `${excluded_count === 1 ? 'One group has' : `${excluded_count} groups have`} too few agents for an effect.`,
    unknown > 0 &&
      `${unknown === 1 ? 'One group has' : `${unknown} groups have`} no interval, because an error is unknown.`,
    missing_parts.length > 0 &&
      `Some intervals do not include these parts of the error, because they are unknown: ${missing_parts.join(', ')}.`,
  ];
}

/** Whether the data or the form of the model imply different effects, with the attributes. */
function sourcesText(
  { text: sources, preference_attributes, exposure_attributes, has_random_tastes }: Effects['sources'],
  name: (id: string) => string,
): Block {
  const list = (ids: readonly string[]) => ids.map(name).join(', ');
  return text(
    [
      sources,
      preference_attributes.length > 0 &&
        `Attributes with their own coefficients of the change: ${list(preference_attributes)}.`,
      exposure_attributes.length > 0 && `Attributes that determine how much changes: ${list(exposure_attributes)}.`,
      has_random_tastes && 'The coefficient of the changed quantity is random.',
    ],
    'Why effects differ:',
  );
}
