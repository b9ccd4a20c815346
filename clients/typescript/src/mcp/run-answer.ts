import { z } from 'zod';
import type { SimulationService } from '../client.js';
import { kinds } from '../kinds.js';
import type { RunPath, RunRecord } from '../runs.js';
import { summaryOf } from './answers.js';

const prefixes = Object.values(kinds).map(({ prefix }) => prefix);

export const runId = z
  .string()
  .regex(
    new RegExp(`^(${prefixes.join('|')})_[0-9a-f]{32}$`),
    'must be the id of a run, such as sim_ and 32 hexadecimal digits',
  )
  .describe('Id of a run.');
export const simulationId = z
  .string()
  .regex(/^sim_[0-9a-f]{32}$/, 'must be the id of a simulation: sim_ and 32 hexadecimal digits')
  .describe('Id of a completed simulation.');

/** A run as a model needs it: its answer if it is completed, and what to do next if it is not. */
export async function runAnswer(
  client: SimulationService,
  record: RunRecord<RunPath>,
): Promise<Record<string, unknown>> {
  const { id, status } = record;
  if (status === 'queued' || status === 'running')
    return { id, status, progress: record.progress, next: `Call wait with the id ${id}.` };
  if (status !== 'completed')
    return { id, status, ...('failure' in record && record.failure && { failure: record.failure }) };
  const summary = summaryOf(await client.runs.view(id), false);
  return {
    id,
    status,
    ...summary,
    next: 'summarize with detail "complete" has all limits; compare compares two simulations.',
  };
}
