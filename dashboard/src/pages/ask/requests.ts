import { api, body } from '../../api/client';
import type { Draft } from './draft';
import type { DryRunEstimate, Interpretation } from './question-types';

export const minQuestionCharacters = 10;
export const maxQuestionCharacters = 2000;

export function isComplete({ question, choice }: Draft): boolean {
  const characters = [...question.trim()].length;
  return choice !== undefined || (characters >= minQuestionCharacters && characters <= maxQuestionCharacters);
}

/** The body of the request: to run the question, or the choice of the user. */
function requestOf({ question, overrides, agentCount, choice }: Draft) {
  const agents = agentCount === undefined ? {} : { agent_count: agentCount };
  if (choice) {
    const { workflowId, values } = choice;
    return { workflow_id: workflowId, scenario_context: { ...values, ...overrides }, ...agents };
  }
  return {
    question: question.trim(),
    ...(Object.keys(overrides).length > 0 && { overrides: { ...overrides } }),
    ...agents,
  };
}

export interface DryRunAnswer {
  estimate: DryRunEstimate;
  /** Undefined if the user chose the workflow and its values. */
  interpretation: Interpretation | undefined;
}

/** Checks and estimates without a simulation. */
export async function dryRun(draft: Draft, signal: AbortSignal): Promise<DryRunAnswer> {
  const request = requestOf(draft);
  if ('workflow_id' in request) {
    const { data } = await body(api.POST('/v1/simulations', { body: { ...request, dry_run: true }, signal }));
    return { estimate: data as DryRunEstimate, interpretation: undefined };
  }
  const { data, meta } = await body(
    api.POST('/v1/simulations/auto', { body: { if_unread: 'run', ...request, dry_run: true }, signal }),
  );
  return { estimate: data as DryRunEstimate, interpretation: meta };
}

/** Creates the simulations. Returns the path of the page that shows them. */
export async function run(draft: Draft, keyOf: (request: unknown) => string): Promise<string> {
  const request = requestOf(draft);
  const params = { header: { 'Idempotency-Key': keyOf(request) } };
  if ('workflow_id' in request) {
    const { data } = await body(api.POST('/v1/simulations', { params, body: request }));
    return `/simulations/${(data as { id: string }).id}`;
  }
  const { data, meta } = await body(
    api.POST('/v1/simulations/auto', { params, body: { if_unread: 'run', ...request } }),
  );
  return pathOf(data, meta);
}

/** The page of what a question created. */
export function pathOf(created: object, { also }: Pick<Interpretation, 'also'>): string {
  const { id } = created as { id: string };
  return also.length > 0 ? `/compare?ids=${[id, ...also.map((one) => one.id)].join(',')}` : `/simulations/${id}`;
}
