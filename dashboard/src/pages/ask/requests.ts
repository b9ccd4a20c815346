import { api, body } from '../../api/client';
import type { Draft } from './draft';
import type { DryRunEstimate, Interpretation } from './question-types';

export const minQuestionCharacters = 10;
export const maxQuestionCharacters = 2000;

export function isComplete({ question }: Draft): boolean {
  const characters = [...question.trim()].length;
  return characters >= minQuestionCharacters && characters <= maxQuestionCharacters;
}

function requestOf({ question, overrides, agentCount, workflowId }: Draft) {
  return {
    question: question.trim(),
    if_unread: 'run' as const,
    ...(workflowId !== undefined && { workflow_id: workflowId }),
    ...(Object.keys(overrides).length > 0 && { overrides: { ...overrides } }),
    ...(agentCount !== undefined && { agent_count: agentCount }),
  };
}

export interface DryRunAnswer {
  estimate: DryRunEstimate;
  interpretation: Interpretation;
}

/** Checks and estimates without a simulation. */
export async function dryRun(draft: Draft, signal: AbortSignal): Promise<DryRunAnswer> {
  const request = { ...requestOf(draft), dry_run: true };
  const { data, meta } = await body(api.POST('/v1/simulations/auto', { body: request, signal }));
  return { estimate: data as DryRunEstimate, interpretation: meta };
}

/** Creates the simulations. Returns the path of the page that shows them. */
export async function run(draft: Draft, keyOf: (request: unknown) => string): Promise<string> {
  const request = requestOf(draft);
  const params = { header: { 'Idempotency-Key': keyOf(request) } };
  const { data, meta } = await body(api.POST('/v1/simulations/auto', { params, body: request }));
  return pathOf(data, meta);
}

/** The page of what a question created. */
export function pathOf(created: object, { also }: Pick<Interpretation, 'also'>): string {
  const { id } = created as { id: string };
  return also.length > 0 ? `/compare?ids=${[id, ...also.map((one) => one.id)].join(',')}` : `/simulations/${id}`;
}
