import { text, section } from '../blocks.js';
import type { ExampleAgent } from '../example-agents.js';
import type { Reference } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, Section } from '../view.schema.js';

const selectionTexts: Record<ExampleAgent['selection'], string> = {
  changed: 'the first agent with different outcomes',
  unchanged: 'the first agent with equal outcomes',
  first: 'the first agent',
  other_outcome: 'the first agent with another outcome',
};

/** The reasons of two agents, as examples. */
export function agentsSection(input: ViewInput, reference: Reference | null): Section | undefined {
  if (input.agents === undefined) return undefined;
  return section('agents', 'Example agents', 'agents', ...agents(input, input.agents, reference));
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
