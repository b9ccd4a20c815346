import { markup, type Html } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { countOf, percent } from '../format-numbers.js';
import { barPlot } from '../plots/bar-plot.js';
import { seriesByName } from '../plots/series.js';
import { headlineFlows, type HeadlineFlows } from '../../headline.js';
import type { ReportInput } from '../report-input.js';

const maxFlows = 12;

/** Agents with a different outcome than at the baseline, by pair of outcomes. */
export function flowsSection({ definition, summary, agentCount }: ReportInput, isBaseline: boolean): Html | undefined {
  if (isBaseline) return undefined;
  const { flows, outcomes } = summary;
  const moved = flows.reduce((sum, { count }) => sum + count, 0);
  const nameOf = (id: string) => outcomes.find((outcome) => outcome.id === id)?.label ?? id;
  const shown = flows
    .slice(0, maxFlows)
    .map((flow) => ({ ...flow, label: `${nameOf(flow.from)} → ${nameOf(flow.to)}` }));
  const text = `${countOf(moved)} of ${countOf(agentCount)} agents (${percent(moved / agentCount)}) have a different outcome than at the baseline.${headlineText(headlineFlows(definition, summary))}`;
  if (shown.length === 0) return markup`<section><h2>Changed outcomes</h2><p>${text}</p></section>`;
  const title = 'Outcome at the baseline → outcome in this scenario';
  const bars = shown.map(({ label, share, count }) => ({
    label,
    parts: [{ value: share, color: seriesByName.scenario.color }],
    valueLabel: countOf(count),
  }));
  const left = flows.length - shown.length;
  return markup`<section>
<h2>Changed outcomes</h2>
<p>${text}${left > 0 && ` The ${maxFlows} largest of ${flows.length} changes are shown.`}</p>
${figure(
  title,
  barPlot(title, bars, 'share of all agents; number of agents next to each bar', percent),
  ['From → to', 'Agents', 'Share of all agents'],
  shown.map(({ label, count, share }) => [label, countOf(count), percent(share)]),
)}
</section>`;
}

function headlineText(headline: HeadlineFlows | null): string {
  if (headline === null) return '';
  const { label, gained, lost, within } = headline;
  const inside = within > 0 ? ` ${countOf(within)} agents change within it.` : '';
  return ` ${label}: ${countOf(gained)} agents gained, ${countOf(lost)} lost.${inside}`;
}
