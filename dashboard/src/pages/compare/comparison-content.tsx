import { isApiFailure } from '../../api/api-failure';
import { ButtonLink } from '../../components/button';
import { ErrorNotice } from '../../components/notice';
import { EmptyState, Skeleton } from '../../components/states';
import { MeasuresSection } from '../../measures/measures-section';
import { CompareMeasure } from './compare-measure';
import { DifferenceSections, type ComparedPair } from './difference-sections';
import { Incomparable } from './incomparable';
import { ParameterDifferences } from './parameter-differences';
import { SimulationCards } from './simulation-cards';
import { letterOf } from './simulation-text';
import { useComparisons, useSimulations, type Simulation } from './use-comparisons';
import { useCaseStudy } from '../../results/use-simulation';

interface ComparisonContentProps {
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

export function ComparisonContent({ ids, onChange }: ComparisonContentProps) {
  const records = useSimulations(ids);
  const comparisons = useComparisons(ids);
  const simulations = records.flatMap(({ data }) => data ?? []);
  const [first] = simulations;
  const workflow = useCaseStudy(first?.workflow_id, first?.workflow_version);
  const failed = records.find(({ error }) => error !== null);
  if (failed?.error && !failed.data) return <LoadFailure error={failed.error} />;
  if (!first || simulations.length < ids.length) return <Skeleton lines={8} />;
  const pairs = comparisons.flatMap(({ data }, index): ComparedPair[] => {
    const simulation = simulations[index + 1];
    return data && simulation ? [{ comparison: data, simulation, letter: letterOf(index + 1) }] : [];
  });
  return (
    <div className="stack">
      <SimulationCards simulations={simulations} workflow={workflow.data} onChange={onChange} />
      {comparisons.map((query, index) => (
        <ComparisonState
          key={ids[index + 1]}
          query={query}
          first={first}
          other={simulations[index + 1]}
          letter={letterOf(index + 1)}
          onReplace={(firstId, otherId) =>
            onChange(ids.map((id, position) => (position === 0 ? firstId : position === index + 1 ? otherId : id)))
          }
        />
      ))}
      {pairs.length > 0 && (
        <>
          <ParameterDifferences simulations={simulations} workflow={workflow.data} />
          <DifferenceSections pairs={pairs} />
          {workflow.data && (
            <MeasuresSection workflow={workflow.data} outcomes={pairs[0]?.comparison.outcomes ?? []}>
              {(measure) => (
                <CompareMeasure measure={measure} first={first} pairs={pairs} groups={workflow.data.outcome_groups} />
              )}
            </MeasuresSection>
          )}
        </>
      )}
    </div>
  );
}

interface ComparisonStateProps {
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  first: Simulation;
  other: Simulation | undefined;
  letter: string;
  onReplace: (firstId: string, otherId: string) => void;
}

/** Loading and failure of one comparison. */
function ComparisonState({ query, first, other, letter, onReplace }: ComparisonStateProps) {
  const { error } = query;
  if (query.isPending && !error) return <Skeleton lines={4} label={`Comparing ${letter} with A`} />;
  if (!error || !other) return null;
  return isApiFailure(error) && error.code === 'simulations_not_comparable' ? (
    <Incomparable failure={error} first={first} other={other} letter={letter} onReplace={onReplace} />
  ) : (
    <ErrorNotice error={error} onRetry={() => void query.refetch()} />
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
      <p>
        The link may be incomplete, or a simulation was deleted, or it belongs to another organization or to the other
        tier.
      </p>
    </EmptyState>
  );
}
