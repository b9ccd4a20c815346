import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink, ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { letterOf, SimulationCards, SimulationPicker } from './simulation-cards';
import { api, body, data, isApiFailure } from '../../api/client';
import { MeasuresSection } from '../../measures/measures-section';
import { CompareMeasure, type Comparison, DifferenceSections, ParameterDifferences } from './difference-sections';
import { Incomparable } from './incomparable';
import { useWorkflow } from '../../workflow/use-workflow';
import type { Simulation } from '../../results/figure';
import { Skeleton, EmptyState } from '../../components/states';
import './compare.css';

/** More simulations than this do not fit into one table. */
const maxCompared = 6;

/** `/compare?ids=a,b,c` compares each simulation with the first one. */
export default function ComparePage() {
  const [search, setSearch] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const ids = [...new Set((search.get('ids') ?? '').split(',').filter(Boolean))].slice(0, maxCompared);
  const setIds = (next: readonly string[]) => {
    setAdding(false);
    setSearch(next.length === 0 ? {} : { ids: next.join(',') });
  };
  const isPicking = ids.length < 2 || isAdding;
  return (
    <Page
      title="Compare simulations"
      intro="Each comparison uses the same agents with the same random errors, so each difference results only from the parameters."
      actions={
        ids.length >= 2 && !isAdding && ids.length < maxCompared ? (
          <Button onClick={() => setAdding(true)}>Add or change simulations</Button>
        ) : undefined
      }
    >
      {isPicking ? (
        <SimulationPicker key={ids.join()} initial={ids} maxCount={maxCompared} onCompare={setIds} />
      ) : (
        <ComparisonContent key={ids.join()} ids={ids} onChange={setIds} />
      )}
    </Page>
  );
}

function ComparisonContent({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const records = useSimulations(ids);
  const comparisons = useComparisons(ids);
  const simulations = records.flatMap(({ data }) => data ?? []);
  const [first] = simulations;
  const workflow = useWorkflow(first?.workflow_id, first?.workflow_version);
  const failed = records.find(({ error }) => error !== null);
  if (failed?.error && !failed.data) return <LoadFailure error={failed.error} />;
  if (!first || simulations.length < ids.length) return <Skeleton lines={8} />;
  const pairs = (comparisons.data ?? []).map((comparison, k) => ({ comparison, letter: letterOf(k + 1) }));
  return (
    <div className="stack">
      <SimulationCards simulations={simulations} workflow={workflow.data} onChange={onChange} />
      <ComparisonState query={comparisons} simulations={simulations} onChange={onChange} />
      {pairs.length > 0 && (
        <>
          <ParameterDifferences simulations={simulations} workflow={workflow.data} />
          <DifferenceSections pairs={pairs} referenceId={first.id} />
          {workflow.data && (
            <MeasuresSection workflow={workflow.data} outcomes={pairs[0]?.comparison.outcomes ?? []}>
              {(measure) => <CompareMeasure measure={measure} ids={ids} />}
            </MeasuresSection>
          )}
        </>
      )}
    </div>
  );
}

interface ComparisonStateProps {
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  simulations: readonly Simulation[];
  onChange: (ids: readonly string[]) => void;
}

function ComparisonState({ query, simulations, onChange }: ComparisonStateProps) {
  const { error } = query;
  if (query.isPending) return <Skeleton lines={4} label="Comparing the simulations" />;
  if (!error) return null;
  const [first] = simulations;
  const index = isApiFailure(error) ? simulations.findIndex(({ id }) => id === error.meta['simulation_id']) : -1;
  const other = simulations[index];
  if (!isApiFailure(error) || error.code !== 'simulations_not_comparable' || !first || !other)
    return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
  return (
    <Incomparable
      failure={error}
      first={first}
      other={other}
      letter={letterOf(index)}
      onReplace={(firstId, otherId) =>
        onChange(simulations.map(({ id }, position) => (position === 0 ? firstId : position === index ? otherId : id)))
      }
    />
  );
}

function LoadFailure({ error }: { error: unknown }) {
  const isUnknown = isApiFailure(error) && [400, 404].includes(error.status);
  if (!isUnknown) return <ErrorNotice error={error} />;
  return (
    <EmptyState
      title="A simulation of this link does not exist in this tier"
      action={<ButtonLink to="/compare">Select simulations</ButtonLink>}
    >
      The link may be incomplete, or a simulation was deleted, or it belongs to another organization or to the other
      tier.
    </EmptyState>
  );
}

function useSimulations(ids: readonly string[]): UseQueryResult<Simulation>[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['simulations', 'simulation', id],
      queryFn: () => data(api.GET('/v1/simulations/{id}', { params: { path: { id } } })),
    })),
  });
}

/** The comparison of each later simulation with the first one. Differences are its values minus those of the first one. */
function useComparisons(ids: readonly string[]): UseQueryResult<Comparison[]> {
  return useQuery({
    queryKey: ['simulations', 'comparisons', ids.join()],
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await body(api.GET('/v1/comparisons', { params: { query: { ids: [...ids] } } }));
      // The other formats are text; this request has the default format, JSON.
      if (typeof answer === 'string') throw new Error('The service returned the comparison in another format.');
      return answer.data.comparisons;
    },
  });
}
