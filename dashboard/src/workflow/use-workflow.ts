import { useQuery } from '@tanstack/react-query';
import { api, type components, data } from '../api/client';

export type CaseStudy = components['schemas']['CaseStudy'];
export type CaseStudyEntry = components['schemas']['CaseStudyEntry'];

/** The current version of a workflow, with its definition. Versions change rarely. */
export function useWorkflow(workflowId: string | undefined) {
  return useQuery({
    queryKey: ['case-studies', 'one', workflowId],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/case-studies/{workflow_id}', { params: { path: { workflow_id: workflowId ?? '' } }, signal })),
    enabled: workflowId !== undefined,
    staleTime: 5 * 60_000,
  });
}

const maxListed = 100;

/** The first hundred workflows that can be simulated, by slug. */
export function useWorkflowList() {
  return useQuery({
    queryKey: ['case-studies', 'list', maxListed],
    staleTime: 5 * 60_000,
    queryFn: () => data(api.GET('/v1/case-studies', { params: { query: { limit: maxListed } } })),
  });
}
