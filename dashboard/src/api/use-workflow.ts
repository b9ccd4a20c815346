import { useQuery } from '@tanstack/react-query';
import { api, data } from './client';
import type { components } from './generated/schema';

export type Workflow = components['schemas']['CaseStudy'];

const staleTimeMs = 5 * 60_000;

/** A workflow with its definition; the current version, or the version of a simulation. */
export function useWorkflow(workflowId: string | undefined, version?: string) {
  return useQuery({
    queryKey: ['case-studies', 'workflow', workflowId, version ?? null],
    enabled: workflowId !== undefined,
    staleTime: staleTimeMs,
    queryFn: () =>
      data(
        api.GET('/v1/case-studies/{workflow_id}', {
          params: { path: { workflow_id: workflowId ?? '' }, query: { ...(version !== undefined && { version }) } },
        }),
      ),
  });
}

const maxListedWorkflows = 100;

/** The first hundred workflows that can be simulated, by slug. */
export function useWorkflowList() {
  return useQuery({
    queryKey: ['case-studies', 'list', maxListedWorkflows],
    staleTime: staleTimeMs,
    queryFn: () => data(api.GET('/v1/case-studies', { params: { query: { limit: maxListedWorkflows } } })),
  });
}
