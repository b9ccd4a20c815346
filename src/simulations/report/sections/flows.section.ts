import { markup } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { agentsText, countOf, percent } from '../format-numbers.js';
import { barPlot } from '../plots/bar-plot.js';
import { headlineFlows, type HeadlineFlows } from '../../headline.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

const maxFlows = 12;

/** Agents with a different outcome than in the reference, by pair of outcomes. */
export function flowsSection(input: ReportInput, reference: Reference | null): Section | undefined {
  if (!reference) return undefined;
  const { definition, summary, compared } = input;
  const agentCount = compared?.comparedAgents ?? input.agentCount;
  const { flows, outcomes } = summary;
  const moved = flows.reduce((sum, { count }) => sum + count, 0);
  const nameOf = (id: string) => outcomes.find((outcome) => outcome.id === id)?.label ?? id;
  const shown = flows
    .slice(0, maxFlows)
    .map((flow) => ({ ...flow, label: `${nameOf(flow.from)} → ${nameOf(flow.to)}` }));
  const where = reference.isSimulation ? 'in simulation A' : 'at the baseline';
  const text = `${countOf(moved)} of ${agentsText(agentCount)} (${percent(moved / agentCount)}) have a different outcome than ${where}.${headlineText(headlineFlows(definition, summary))}`;
  const section = { id: 'changes', title: 'Changed outcomes' };
  if (shown.length === 0) return { ...section, content: markup`<p>${text}</p>` };
  const title = `Outcome ${where} → outcome in ${reference.series.label}`;
  const bars = shown.map(({ label, share, count }) => ({ label, value: share, valueLabel: countOf(count) }));
  const left = flows.length - shown.length;
  return {
    ...section,
    content: markup`<p>${text}${left > 0 && ` The ${maxFlows} largest of ${flows.length} changes are shown.`}</p>
${figure(
  title,
  barPlot(title, bars, 'Share of all agents', percent),
  ['From → to', 'Agents', 'Share of all agents'],
  shown.map(({ label, count, share }) => [label, countOf(count), percent(share)]),
)}`,
  };
}

function headlineText(headline: HeadlineFlows | null): string {
  if (headline === null) return '';
  const { label, gained, lost, within } = headline;
  const inside = within > 0 ? ` ${agentsText(within)} change within it.` : '';
  return ` ${label}: ${agentsText(gained)} gained, ${countOf(lost)} lost.${inside}`;
}
