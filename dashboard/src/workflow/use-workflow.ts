import { useQuery } from '@tanstack/react-query';
import { api, type components, data } from '../api/client';

export type CaseStudy = components['schemas']['CaseStudy'];
export type CaseStudyEntry = components['schemas']['CaseStudyEntry'];

export function readWorkflow(workflowId: string, version?: string, signal?: AbortSignal) {
  const params = { path: { workflow_id: workflowId }, query: { version } };
  return data(api.GET('/v1/case-studies/{workflow_id}', { params, signal }));
}

/** A new version of a workflow is seen after this time. */
const staleTime = 60_000;

/** A workflow in one version, or in its current version, with its definition. Versions do not change. */
export function useWorkflow(workflowId: string | undefined, version?: string) {
  return useQuery({
    queryKey: ['case-studies', 'one', workflowId, version],
    queryFn: ({ signal }) => readWorkflow(workflowId ?? '', version, signal),
    enabled: workflowId !== undefined,
    staleTime: version === undefined ? staleTime : Infinity,
  });
}

const maxListed = 100;

/** The first hundred workflows that can be simulated, by slug. */
export function useWorkflowList(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['case-studies', 'list', maxListed],
    staleTime,
    queryFn: ({ signal }) => data(api.GET('/v1/case-studies', { params: { query: { limit: maxListed } }, signal })),
  });
}
