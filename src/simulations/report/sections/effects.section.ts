import { markup, type Html } from '../../../common/http/html.js';
import type { EffectsRecord } from '../../../readings/effects/effects.record.js';
import { variationDraws } from '../../../engine/analyses.js';
import { figure, valueWithInterval, type Row } from '../figure.js';
import { change, countOf, inParentheses, number, percent, points, range } from '../format-numbers.js';
import { intervalPlot } from '../plots/interval-plot.js';
import { seriesByName } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

/** More groups would make the figure long. The API returns all. */
const maxGroups = 12;

type Effects = NonNullable<ReportInput['effects']>;
type FigureEffects = EffectsRecord['figures'][number];
type GroupEffect = FigureEffects['groups'][number];
type Variation = NonNullable<FigureEffects['variation']>;

/** The groups that react most to the scenario, and the attributes that explain why effects differ between agents. */
export function effectsSection(input: ReportInput): Section | undefined {
  const { effects } = input;
  const own = effects?.figures[0];
  if (!effects || !own || own.groups.length === 0) return undefined;
  const content = markup`${groupEffects(input, own, effects)}
${own.variation !== null && variation(own.variation, own.unit)}
<p>${sourcesText(effects.sources, nameOf(input))}</p>`;
  return { id: 'reactions', title: 'Who reacts', content };
}

/** Returns the name of an attribute or of groups that the model defines. */
function nameOf({ summary: { segments } }: ReportInput): (id: string) => string {
  const names = new Map(segments.map(({ attribute, label }) => [attribute, label]));
  return (id) => names.get(id) ?? id;
}

function groupEffects(input: ReportInput, { label, unit, total, groups }: FigureEffects, effects: Effects): Html {
  const format = unit === null ? points : change;
  const name = nameOf(input);
  const groupName = ({ group }: GroupEffect) =>
    Object.entries(group)
      .map(([id, one]) => `${name(id)}: ${one.label}`)
      .join(', ');
  const shown = groups.slice(0, maxGroups);
  const title = `Effect on “${label}” by group, with simultaneous 95% intervals`;
  const plot = intervalPlot({
    title,
    rows: shown.map((group) => ({
      label: groupName(group),
      values: [{ series: seriesByName.scenario, value: group.effect, interval: group.simultaneous_interval }],
    })),
    format,
    axis: unit ?? 'percentage points',
    isDifference: true,
  });
  const rows = shown.map((group): Row => {
    const { agent_count, effect, simultaneous_interval: interval, reacts_differently: isDifferent } = group;
    const difference = valueWithInterval(format(group.difference_from_all), group.difference_from_all_interval, format);
    const differs = isDifferent === null ? 'unknown' : isDifferent ? 'yes' : 'not shown';
    return [
      groupName(group),
      countOf(agent_count),
      valueWithInterval(format(effect), interval, format),
      difference,
      differs,
    ];
  });
  const head = ['Group', 'Agents', 'Effect', 'Minus the effect on all agents', 'Reacts differently'];
  return markup`<p>The effect on “${label}” is ${format(total.effect)}${inParentheses(total.interval, format)} ${unit ?? 'points'} for all agents. ${groupsText(groups, shown.length)} ${differencesText(groups, effects.sources)} ${unknownText(groups, effects)}</p>
${figure(title, plot, head, rows)}`;
}

function groupsText({ length: count }: readonly GroupEffect[], shown: number): string {
  const selection =
    shown < count
      ? `The figure shows the ${shown} of ${count} groups that react the most.`
      : `The figure shows all ${count} groups, starting with those that react the most.`;
  return `${selection} Its intervals are simultaneous: with a probability of 95%, the intervals of all ${count} groups contain their true effects together.`;
}

/** The groups whose interval of the difference excludes zero. Only differences that the data estimated are clear. */
function differencesText(
  groups: readonly GroupEffect[],
  { preference_attributes: estimated, has_random_tastes }: Effects['sources'],
): string {
  const different = groups.filter(({ reacts_differently: isDifferent }) => isDifferent);
  if (different.length === 0) return 'No group reacts clearly differently from all agents together.';
  const isEstimated = ({ group }: GroupEffect) => Object.keys(group).some((id) => estimated.includes(id));
  const clear = different.filter(isEstimated).length;
  const implied = different.length - clear;
  const unestimated = has_random_tastes ? 'the tastes and ' : '';
  return [
    ...(clear > 0
      ? [
          `${clear === 1 ? 'One group reacts' : `${clear} groups react`} clearly differently from all agents together: the data estimated an effect of their own, and the interval of the difference does not contain zero.`,
        ]
      : []),
    ...(implied > 0
      ? [
          `For ${implied === 1 ? 'one group' : `${implied} groups`}, ${unestimated}the form of the model ${has_random_tastes ? 'imply' : 'implies'} another effect than for all agents together; the data did not estimate it.`,
        ]
      : []),
  ].join(' ');
}

/** Groups, intervals and parts of the error that are missing. */
function unknownText(groups: readonly GroupEffect[], { excluded_count, missing_parts }: Effects): string {
  const unknown = groups.filter(({ simultaneous_interval: interval }) => interval === null).length;
  return [
    ...(excluded_count > 0
      ? [`${excluded_count === 1 ? 'One group has' : `${excluded_count} groups have`} too few agents for an effect.`]
      : []),
    ...(unknown > 0
      ? [`${unknown === 1 ? 'One group has' : `${unknown} groups have`} no interval, because an error is unknown.`]
      : []),
    ...(missing_parts.length > 0
      ? [
          `Some intervals do not include these parts of the error, because they are unknown: ${missing_parts.join(', ')}.`,
        ]
      : []),
  ].join(' ');
}

/** The spread of the effects of single agents, and the contribution of each attribute to it. */
function variation(
  { standard_deviation: deviation, tenth_to_ninetieth_percentile: middle, attributes, explained }: Variation,
  unit: string | null,
): Html {
  const format = unit === null ? points : change;
  const size = unit === null ? `${(100 * deviation).toFixed(1)} points` : `${number(deviation)} ${unit}`;
  const spread = `The individual effects of the agents have a standard deviation of ${size}. The middle 80% are from ${range(middle, format)} ${unit ?? 'points'}.`;
  if (!attributes || !explained)
    return markup`<p>${spread} They are equal or too few, so that their variation is not divided between the attributes.</p>`;
  const joint = attributes.flatMap(({ label, alone, together }) => (together ? [{ label, alone, together }] : []));
  const left = attributes.length - joint.length;
  const title = 'Contributions of the attributes to the variance of the individual effects';
  const plot = intervalPlot({
    title,
    rows: joint.map(({ label, together }) => ({
      label,
      values: [{ series: seriesByName.scenario, value: together.share, interval: together.interval }],
    })),
    format: percent,
    axis: 'share of the variance (Shapley value)',
  });
  const rows = joint.map(({ label, alone, together }): Row => [
    label,
    valueWithInterval(percent(together.share), together.interval, percent),
    valueWithInterval(percent(alone.share), alone.interval, percent),
  ]);
  return markup`<p>${spread} These attributes together explain ${percent(explained.share)}${inParentheses(explained.interval, percent)} of their variance. Numeric attributes are grouped into quarters, so differences inside a quarter are unexplained.${left > 0 && ` ${left === 1 ? 'One other attribute explains' : `${left} other attributes explain`} less alone; the API returns ${left === 1 ? 'its share' : 'their shares'}.`} The estimation error of these shares comes from ${variationDraws} draws of the coefficients. The intervals include no error of the model.</p>
${figure(title, plot, ['Attribute', 'Next to the others', 'Alone'], rows)}`;
}

/** Whether the data or the form of the model imply different effects, with the attributes. */
function sourcesText(
  { text, preference_attributes, exposure_attributes, has_random_tastes }: Effects['sources'],
  name: (id: string) => string,
): Html {
  const list = (ids: readonly string[]) => ids.map(name).join(', ');
  return markup`<strong>Why effects differ:</strong> ${text}${preference_attributes.length > 0 && ` Attributes with their own coefficients of the change: ${list(preference_attributes)}.`}${exposure_attributes.length > 0 && ` Attributes that determine how much changes: ${list(exposure_attributes)}.`}${has_random_tastes && ' The agents have random tastes for the changed quantity.'}`;
}
