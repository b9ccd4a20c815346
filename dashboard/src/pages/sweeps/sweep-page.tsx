import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import type { components } from '../../api/generated/schema';
import { StatusBadge } from '../../components/badge';
import { Page } from '../../components/page';
import { Loaded } from '../../components/states';
import { Time } from '../../components/time';
import { formatAgents } from '../../format/numbers';
import { parametersOf } from '../../parameter-form';
import { SweepActions } from './sweep-actions';
import { FailedPoints, FixedValues, UnknownSweep } from './sweep-details';
import { SweepProgress } from './sweep-progress';
import { SweepResults } from './sweep-results';
import { useCaseStudy } from '../../results/use-simulation';
import './sweeps.css';

const pollIntervalMs = 2000;

export default function SweepPage() {
  const { sweepId = '' } = useParams();
  const sweep = useQuery({
    queryKey: ['sweeps', 'sweep', sweepId],
    queryFn: () => data(api.GET('/v1/sweeps/{sweep_id}', { params: { path: { sweep_id: sweepId } } })),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.status) ? pollIntervalMs : false),
  });
  if (isApiFailure(sweep.error) && [400, 404].includes(sweep.error.status)) return <UnknownSweep />;
  return sweep.data ? (
    <SweepContent sweep={sweep.data} />
  ) : (
    <Page title="Parameter sweep">
      <Loaded query={sweep} lines={6}>
        {() => null}
      </Loaded>
    </Page>
  );
}

type Sweep = components['schemas']['SweepWithPoints'];

const isUnfinished = (status: Sweep['status'] | undefined) => status === 'queued' || status === 'running';

function SweepContent({ sweep }: { sweep: Sweep }) {
  const workflow = useCaseStudy(sweep.workflow_id, sweep.workflow_version);
  const parameters = workflow.data ? parametersOf(workflow.data) : [];
  const labels = sweep.parameters.map(({ name }) => parameters.find(({ id }) => id === name)?.label ?? name);
  return (
    <Page
      title={labels.join(' and ')}
      actions={<SweepActions sweep={sweep} isUnfinished={isUnfinished(sweep.status)} />}
    >
      <div className="stack">
        <p className="row">
          <StatusBadge status={sweep.status} />
          <span dir="auto">{workflow.data?.name ?? sweep.workflow_id}</span>
          <span className="muted">{formatAgents(sweep.agent_count)} at each point</span>
          <span className="muted">
            <Time at={sweep.created_at} />
          </span>
        </p>
        {isUnfinished(sweep.status) && <SweepProgress progress={sweep.progress} />}
        <FailedPoints points={sweep.points} />
        <Loaded query={workflow} lines={6}>
          {(loaded) => <SweepResults sweep={sweep} workflow={loaded} />}
        </Loaded>
        {parameters.length > 0 && <FixedValues sweep={sweep} parameters={parameters} />}
      </div>
    </Page>
  );
}
