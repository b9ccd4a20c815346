import { useLocation, useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { StatusBadge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/states';
import { Time } from '../../components/time';
import { formatAgents } from '../../format/numbers';
import type { Simulation } from '../../results/figure';
import { titleOf } from '../../results/title';
import { useCaseStudy, useSimulation } from '../../results/use-simulation';
import { Actions } from './actions/actions';
import type { RerunState } from './actions/rerun-dialog';
import { ProgressPanel } from './progress/progress-panel';
import { Result } from './result';
import { Stopped } from './stopped';
import { UnknownSimulation } from './unknown-simulation';
import './simulations.css';

export default function SimulationPage() {
  const { id = '' } = useParams();
  const query = useSimulation(id);
  if (isApiFailure(query.error) && query.error.code === 'simulation_not_found') return <UnknownSimulation id={id} />;
  // A new page for each simulation: no filter or dialog of the previous one remains.
  if (query.data) return <SimulationFrame key={id} simulation={query.data} />;
  return (
    <Page title="Simulation">
      {query.error ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={6} />}
    </Page>
  );
}

function SimulationFrame({ simulation }: { simulation: Simulation }) {
  const { status, workflow_id, workflow_version, warnings, notes } = simulation;
  const model = useCaseStudy(workflow_id, workflow_version);
  const title = titleOf(simulation, model.data?.name);
  return (
    <Page title={title}>
      <Facts simulation={simulation} title={title} workflowName={model.data?.name} />
      <Actions simulation={simulation} title={title} />
      {notes && (
        <p className="simulation-notes" dir="auto">
          {notes}
        </p>
      )}
      <ComparisonOffer simulation={simulation} />
      {warnings.length > 0 && (
        <Notice kind="warning" title="Outside the data">
          <p>
            {warnings.map(({ parameter }) => labelOf(model.data, parameter)).join(', ')}: the data contain no such{' '}
            {warnings.length === 1 ? 'value' : 'values'}, so the result is an extrapolation.
          </p>
        </Notice>
      )}
      {(status === 'queued' || status === 'running') && <ProgressPanel simulation={simulation} />}
      {(status === 'failed' || status === 'canceled') && <Stopped simulation={simulation} />}
      {status === 'completed' &&
        (model.data ? (
          <Result simulation={simulation} model={model.data} />
        ) : model.error ? (
          <ErrorNotice error={model.error} onRetry={() => void model.refetch()} />
        ) : (
          <Skeleton lines={8} />
        ))}
    </Page>
  );
}

type Model = ReturnType<typeof useCaseStudy>['data'];
const labelOf = (model: Model, parameter: string) => model?.scenario_schema.properties[parameter]?.title ?? parameter;

interface FactsProps {
  simulation: Simulation;
  title: string;
  workflowName: string | undefined;
}

function Facts({ simulation, title, workflowName }: FactsProps) {
  const { status, agent_count, created_at, routed_via, name, workflow_id } = simulation;
  return (
    <div className="simulation-facts muted">
      <StatusBadge status={status} />
      {title !== workflowName && <span dir="auto">{workflowName ?? workflow_id}</span>}
      <span className="number">{formatAgents(agent_count)}</span>
      <Time at={created_at} />
      {name && routed_via && <span dir="auto">“{routed_via.question}”</span>}
    </div>
  );
}

/** After a re-run: the way to the comparison with the original. */
function ComparisonOffer({ simulation: { id, status } }: { simulation: Simulation }) {
  const { state } = useLocation() as { state: Partial<RerunState> | null };
  if (!state?.compareWith) return null;
  return (
    <Notice
      title="A re-run"
      action={
        status === 'completed' && (
          <ButtonLink size="small" to={`/compare?ids=${state.compareWith},${id}`}>
            Compare with the original
          </ButtonLink>
        )
      }
    >
      <p>This simulation has the same agents and the same seed as the original.</p>
    </Notice>
  );
}
