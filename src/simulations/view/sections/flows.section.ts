import { headlineFlows, type HeadlineFlows } from '../../headline.js';
import { figure, row, text, section } from '../blocks.js';
import { agentsText, countOf, percent } from '../format-numbers.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Section } from '../view.schema.js';

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
  return section('changes', 'Changed outcomes', 'groups', ...blocks);
}

function headlineText(headline: HeadlineFlows | null): string {
  if (headline === null) return '';
  const { label, gained, lost, within } = headline;
  const inside = within > 0 ? ` ${agentsText(within)} change within it.` : '';
  return `${label}: ${agentsText(gained)} gained, ${countOf(lost)} lost.${inside}`;
}
