import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';

/** The workflow in one version, or in its current version. Versions do not change. */
export function useCaseStudy(workflowId: string | undefined, version?: string) {
  return useQuery({
    queryKey: ['case-studies', 'one', workflowId, version],
    queryFn: () => readCaseStudy(workflowId!, version),
    enabled: workflowId !== undefined,
    staleTime: version === undefined ? 60_000 : Infinity,
  });
}

export function readCaseStudy(workflowId: string, version?: string) {
  const query = version === undefined ? {} : { version };
  return data(api.GET('/v1/case-studies/{workflow_id}', { params: { path: { workflow_id: workflowId }, query } }));
}
