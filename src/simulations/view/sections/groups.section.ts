import { agentsInteract, smallGroupSize } from '../../../../model/analyses.js';
import type { Interval, SegmentGroup, SegmentSummary } from '../../../../model/simulate.js';
import { headlineOf, headlineFlows, type HeadlineFlows } from '../../headline.js';
import { isOfOldEngine } from '../../stored-summary.js';
import { figure, row, table, text, valueCell, seriesById, section, intervalsFigure } from '../blocks.js';
import { countOf, formats, agentsText, percent } from '../format-numbers.js';
import { misfitText } from '../held-out-error.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, NumberFormat, Section } from '../view.schema.js';
import { effectBlocks } from './effects.js';
import type { ExampleAgent } from '../example-agents.js';

const maxSegments = 6;
const maxGroups = 12;

/** The number by which groups are compared. */
interface GroupValue {
  title: string;
  axis: string;
  isDifference: boolean;
  read: (group: SegmentGroup) => { value: number; interval: Interval | null };
  ofAll: number;
  format: NumberFormat;
}

/** The groups that react most, and the attributes with the largest differences between groups. */
export function groupsSection(input: ViewInput, reference: Reference | null): Section | undefined {
  const effects = effectBlocks(input);
  const segments = segmentBlocks(input, reference, effects.length === 0);
  if (segments.length + effects.length === 0) return undefined;
  const title = effects.length > 0 ? 'Groups: differences of the effect' : 'Differences between groups';
  return section({ id: 'groups', title, part: 'groups' }, ...effects, ...segments);
}

/** @param hasChart whether no other chart of the section shows groups */
function segmentBlocks(input: ViewInput, reference: Reference | null, hasChart: boolean): Block[] {
  const { definition, summary } = input;
  const known = summary.segments.filter(({ groups }) => groups.length > 1 && groups.length <= maxGroups);
  if (known.length === 0) return [];
  const value = headlineValue(input, reference);
  const shown = known.toSorted((a, b) => spreadOf(b, value) - spreadOf(a, value)).slice(0, maxSegments);
  const { title, axis, isDifference } = value;
  const format = formats[value.format];
  const rows = shown.flatMap(({ label, groups }) => [
    { label, values: [], cells: [] },
    ...groups.map((group) => {
      const { value: groupValue, interval } = value.read(group);
      const agents = `${countOf(group.agent_count)}${group.agent_count < smallGroupSize ? ' (few)' : ''}`;
      return {
        label: group.label,
        values: [{ series: 'scenario' as const, value: groupValue, interval }],
        cells: [agents, valueCell(groupValue, interval, format)],
      };
    }),
  ]);
  const head = ['Group', 'Agents', isDifference ? 'Difference' : 'Value'];
  const excluded = summary.segments.length - known.length;
  const hasFew = shown.some(({ groups }) => groups.some(({ agent_count }) => agent_count < smallGroupSize));
  const attributes = shown.map(({ attribute }) => attribute);
  return [
    text([
      'Attributes are model inputs.',
      known.length > shown.length &&
        `The ${shown.length} of ${known.length} attributes with the largest differences between groups are shown.`,
      excluded > 0 && `Not shown: ${excluded} with one group or more than ${maxGroups} groups.`,
      intervalNote(input),
      misfitText(definition, headlineOf(definition, summary), attributes),
      'With many groups, some differences between groups result from errors alone.',
      hasFew && 'Groups marked “few” have too few agents for a precise value.',
    ]),
    hasChart
      ? intervalsFigure(
          title,
          {
            ...{ axis, format: value.format, series: [seriesById.scenario] },
            reference: { value: value.ofAll, label: 'All agents' },
          },
          head,
          rows,
        )
      : table(
          title,
          head,
          rows.map(({ label, cells }) => row(label, ...cells)),
        ),
  ];
}

function intervalNote({ definition, engineVersion }: ViewInput): string {
  if (agentsInteract(definition))
    return 'The agents interact, so the agents of a group are not independent: intervals exist only for all agents together.';
  return isOfOldEngine(engineVersion)
    ? 'Intervals of groups include the simulation error only, because an engine before 2.0.0 computed them.'
    : 'Intervals of groups combine all known errors.';
}

/** The headline figure: its difference from the reference, or its value if the scenario is the baseline. */
function headlineValue({ definition, summary }: ViewInput, reference: Reference | null): GroupValue {
  const { kind, figure: headline } = headlineOf(definition, summary);
  const { id, label } = headline;
  const own = (group: SegmentGroup) =>
    kind === 'mean'
      ? group.measures.find((one) => one.id === id)!
      : [...group.outcome_groups, ...group.outcomes].find((one) => one.id === id)!;
  if (reference !== null) {
    return {
      title: `${label}: ${reference.difference}, by group`,
      axis: kind === 'mean' ? headline.unit : 'percentage points',
      isDifference: true,
      format: kind === 'mean' ? 'change' : 'points',
      read: (group) => ({ value: own(group).difference, interval: own(group).difference_interval }),
      ofAll: headline.difference,
    };
  }
  const valueOf = (one: ReturnType<typeof own>) => ('mean' in one ? one.mean : one.share);
  return {
    title: kind === 'mean' ? `${label} by group` : `${label}: share by group`,
    axis: kind === 'mean' ? headline.unit : 'share of the group',
    isDifference: false,
    format: kind === 'mean' ? 'number' : 'percent',
    read: (group) => ({ value: valueOf(own(group)), interval: own(group).interval }),
    ofAll: valueOf(headline),
  };
}

/** Returns the largest difference between groups of an attribute. Ignores groups with few agents. */
function spreadOf({ groups }: SegmentSummary, { read }: GroupValue): number {
  const values = groups.filter(({ agent_count }) => agent_count >= smallGroupSize).map((group) => read(group).value);
  return values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
}

const maxFlows = 12;

/** Agents with a different outcome than in the reference, by pair of outcomes. */
export function flowsSection(input: ViewInput, reference: Reference | null): Section | undefined {
  if (!reference) return undefined;
  const { definition, summary } = input;
  const { flows, outcomes, agent_count: agentCount } = summary;
  const moved = flows.reduce((sum, { count }) => sum + count, 0);
  const nameOf = (id: string) => outcomes.find((outcome) => outcome.id === id)?.label ?? id;
  const shown = flows
    .slice(0, maxFlows)
    .map((flow) => ({ ...flow, label: `${nameOf(flow.from)} → ${nameOf(flow.to)}` }));
  const where = reference.isSimulation ? 'in simulation A' : 'at the baseline';
  const introduction = text([
    `${countOf(moved)} of ${agentsText(agentCount)} (${percent(moved / agentCount)}) have a different outcome than ${where}.`,
    headlineText(headlineFlows(definition, summary)),
    flows.length > shown.length && `The ${maxFlows} largest of ${flows.length} changes are shown.`,
  ]);
  const changes = figure(
    `Outcome ${where} → outcome in ${reference.series.label}`,
    {
      type: 'bars',
      axis: 'Share of all agents',
      format: 'percent',
      bars: shown.map(({ label, share, count }) => ({ label, value: share, text: countOf(count) })),
    },
    ['From → to', 'Agents', 'Share of all agents'],
    shown.map(({ label, count, share }) => row(label, countOf(count), percent(share))),
  );
  const blocks = shown.length === 0 ? [introduction] : [introduction, changes];
  return section({ id: 'changes', title: 'Changed outcomes', part: 'groups' }, ...blocks);
}

function headlineText(headline: HeadlineFlows | null): string {
  if (headline === null) return '';
  const { label, gained, lost, within } = headline;
  const inside = within > 0 ? ` ${agentsText(within)} change within it.` : '';
  return `${label}: ${agentsText(gained)} gained, ${countOf(lost)} lost.${inside}`;
}

const selectionTexts: Record<ExampleAgent['selection'], string> = {
  changed: 'the first agent with different outcomes',
  unchanged: 'the first agent with equal outcomes',
  first: 'the first agent',
  other_outcome: 'the first agent with another outcome',
};

export function agentsSection(input: ViewInput, reference: Reference | null): Section | undefined {
  if (input.agents === undefined) return undefined;
  return section({ id: 'agents', title: 'Example agents', part: 'agents' }, ...agents(input, input.agents, reference));
}

function agents({ summary }: ViewInput, shown: ExampleAgent[] | null, reference: Reference | null): Block[] {
  if (shown === null)
    return [text('The results of single agents are not available or were deleted after their retention period.')];
  const labelOf = (id: string) => summary.outcomes.find((one) => one.id === id)?.label ?? id;
  const outcomeText = ({ outcome, referenceOutcome }: ExampleAgent) => {
    if (reference === null) return labelOf(outcome);
    if (reference.isSimulation)
      return `${labelOf(referenceOutcome)} in simulation A, ${labelOf(outcome)} in simulation B`;
    return outcome === referenceOutcome
      ? `${labelOf(outcome)}, as at the baseline`
      : `${labelOf(outcome)} instead of ${labelOf(referenceOutcome)}`;
  };
  return [
    text([
      'These agents are examples. Their selection does not depend on their reasons.',
      reference?.isSimulation && 'The transcripts are from simulation B and compare it with the baseline.',
    ]),
    ...shown.map((agent): Block => ({
      type: 'agent',
      title: `${agent.id}: ${outcomeText(agent)}`,
      note: `Selected as ${selectionTexts[agent.selection]}.`,
      paragraphs: agent.transcript,
    })),
  ];
}
