import { segmentSize } from '../../engine/analyses.js';
import type { Issue, WorkflowDefinition } from '../../engine/definition.js';
import type { Summary } from '../../engine/simulate.js';

/** Maximum serialized summary, in bytes. Every record of a simulation and every page of a list contains it. */
export const maxSummaryBytes = 256 * 1024;

export const summaryIssue: Issue = {
  path: 'decision',
  message: `produces a summary of more than ${maxSummaryBytes / 1024} KiB: use fewer groups, outcomes or curve points, or shorter labels`,
};

/**
 * Returns the serialized size of the summaries of a definition, in bytes. It counts the groups and flows that these few agents do not
 * have, because a simulation with more agents can have them.
 */
export function summaryBytes(definition: WorkflowDefinition, summary: Summary): number {
  const { segments, flows, outcomes } = summary;
  const present = segments.flatMap(({ groups }) => groups);
  const possible = segmentSize(definition) / outcomes.length;
  const absentFlows = outcomes.length * (outcomes.length - 1) - flows.length;
  const longestId = Math.max(...outcomes.map(({ id }) => id.length));
  const flow = { from: 'x'.repeat(longestId), to: 'x'.repeat(longestId), count: 1_000, share: 0.12345 };
  return (
    bytes(summary) +
    Math.max(0, possible - present.length) * (present.length > 0 ? bytes(present) / present.length : 0) +
    absentFlows * bytes(flow)
  );
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
