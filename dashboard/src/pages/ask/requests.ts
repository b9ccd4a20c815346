import { api, type ApiFailure, body, type components, isApiFailure, type operations } from '../../api/client';
import type { Draft } from './draft';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

type AutoResponses = operations['autoSimulationsAsk']['responses'];
export type Interpretation = AutoResponses[200]['content']['application/json']['meta'];
export type DryRunEstimate = components['schemas']['DryRun'];
export type Alternative = Interpretation['routed_via']['alternatives'][number];
export type Suggested = NonNullable<Interpretation['suggested']>;

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
    workflow_id: workflowId,
    ...(Object.keys(overrides).length > 0 && { overrides: { ...overrides } }),
    agent_count: agentCount,
  };
}

interface DryRunAnswer {
  estimate: DryRunEstimate;
  interpretation: Interpretation;
}

async function dryRun(draft: Draft, signal: AbortSignal): Promise<DryRunAnswer> {
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

interface ConfidenceText {
  words: string;
  number: string;
  kind: 'success' | 'neutral' | 'warning';
}

const highest = 0.99;

/**
 * The probability that the route is correct, in words and as a percentage. It is not the ability to answer: the mark is good only if the
 * simulations use the whole question.
 */
export function confidenceText(confidence: number, coverage: Interpretation['coverage']): ConfidenceText {
  const number = confidence > highest ? 'over 99%' : `${Math.round(confidence * 100)}%`;
  const best = coverage === 'full' ? 'success' : 'neutral';
  if (confidence >= 0.95) return { words: 'Very high confidence', number, kind: best };
  if (confidence >= 0.8) return { words: 'High confidence', number, kind: best };
  if (confidence >= 0.65) return { words: 'Medium confidence', number, kind: 'neutral' };
  return { words: 'Low confidence', number, kind: 'warning' };
}

/** What a question would run, or the decision that the service needs first. */
type Preview = ({ kind: 'plan' } & DryRunAnswer) | { kind: 'decision'; failure: ApiFailure };

const maxRetries = 5;
const retryDelayMs = 2000;

async function preview(draft: Draft, signal: AbortSignal): Promise<Preview> {
  try {
    return { kind: 'plan', ...(await dryRun(draft, signal)) };
  } catch (error) {
    if (isApiFailure(error) && error.status === 422) return { kind: 'decision', failure: error };
    throw error;
  }
}

const canRetry = (error: unknown) => isApiFailure(error) && (error.status === 429 || error.isUnreachable);
const delayMs = (error: unknown) =>
  isApiFailure(error) && error.retryAfterSeconds !== undefined ? error.retryAfterSeconds * 1000 : retryDelayMs;

/**
 * A dry run of the draft. A newer draft aborts the request. Above the rate limit, the preview waits for as long as the service requests.
 */
export function usePreview(draft: Draft) {
  return useQuery({
    queryKey: ['dry-run', draft],
    queryFn: ({ signal }) => preview(draft, signal),
    enabled: isComplete(draft),
    placeholderData: keepPreviousData,
    retry: (count, error) => count < maxRetries && canRetry(error),
    retryDelay: (_count, error) => delayMs(error),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
