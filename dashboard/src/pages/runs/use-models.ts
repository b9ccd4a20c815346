import { useQueries } from '@tanstack/react-query';
import type { CaseStudy } from '../../results/figure';
import { readCaseStudy } from '../../results/use-simulation';
import { modelKey, type Run } from '../../runs/run';

/** The workflows of the listed runs, each version once: they name the headline and the parameters. */
export function useModels(rows: readonly Run[]): ReadonlyMap<string, CaseStudy> {
  const needed = [...new Map(rows.map((row) => [modelKey(row), row])).values()];
  return useQueries({
    queries: needed.map(({ workflow_id, workflow_version }) => ({
      queryKey: ['case-studies', 'one', workflow_id, workflow_version],
      queryFn: () => readCaseStudy(workflow_id, workflow_version),
      staleTime: Infinity,
    })),
    combine: modelsOf,
  });
}

function modelsOf(results: readonly { data: CaseStudy | undefined }[]): ReadonlyMap<string, CaseStudy> {
  return new Map(results.flatMap(({ data }) => (data ? [[`${data.workflow_id} ${data.version}`, data] as const] : [])));
}
