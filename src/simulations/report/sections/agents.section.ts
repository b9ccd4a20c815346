import { markup, type Html } from '../../../common/http/html.js';
import type { ExampleAgent } from '../example-agents.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

const selectionTexts: Record<ExampleAgent['selection'], string> = {
  changed: 'the first agent with different outcomes',
  unchanged: 'the first agent with equal outcomes',
  first: 'the first agent',
  other_outcome: 'the first agent with another outcome',
};

/** The reasons of two agents, as examples. */
export function agentsSection(input: ReportInput, reference: Reference | null): Section | undefined {
  if (input.isShared) return undefined;
  return { id: 'agents', title: 'Two agents', content: agents(input, reference) };
}

function agents({ agents, summary }: ReportInput, reference: Reference | null): Html {
  if (agents === null)
    return markup`<p>The results of single agents are not available or were deleted after their retention period.</p>`;
  const labelOf = (id: string) => summary.outcomes.find((one) => one.id === id)?.label ?? id;
  const outcomeText = ({ outcome, referenceOutcome }: ExampleAgent) => {
    if (reference === null) return labelOf(outcome);
    if (reference.isSimulation)
      return `${labelOf(referenceOutcome)} in simulation A, ${labelOf(outcome)} in simulation B`;
    return outcome === referenceOutcome
      ? `${labelOf(outcome)}, as at the baseline`
      : `${labelOf(outcome)} instead of ${labelOf(referenceOutcome)}`;
  };
  const note = reference?.isSimulation && ' The transcripts are from simulation B and compare it with the baseline.';
  return markup`<p>These agents are examples. Their selection does not depend on their reasons.${note}</p>
${agents.map(
  (agent) => markup`<article class="agent">
<h3>${agent.id}: ${outcomeText(agent)}</h3>
<p class="facts-line">Selected as ${selectionTexts[agent.selection]}.</p>
${agent.transcript.map(
  (paragraph) => markup`<p>${paragraph}</p>
`,
)}</article>
`,
)}`;
}
