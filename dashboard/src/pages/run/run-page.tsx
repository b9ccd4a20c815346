import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { StatusBadge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { loadLater } from '../../components/load-later';
import { NotInTier } from '../../components/not-in-tier';
import { ErrorNotice, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/states';
import { Time } from '../../components/time';
import { formatAgents } from '../../format/numbers';
import { useCaseStudy } from '../../results/use-simulation';
import { isUnfinished, kinds, nounOf, type Run, type RunId, type RunKind } from '../../runs/run';
import { titleOfRun } from '../../runs/title';
import type { RerunState } from './rerun-dialog';
import { RunActions } from './run-actions';
import { RunProgress } from './run-progress';
import { RunStopped } from './run-stopped';
import { SweepDetails } from './sweep-details';
import { useRun } from './use-run';
import { useView } from './use-view';
import './run.css';

const RunResult = loadLater(() => import('./run-result'), 8);

/** The page of one run. The path names the kind. */
export default function RunPage() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const object = (Object.keys(kinds) as RunKind[]).find((kind) => pathname.startsWith(`/${kinds[kind].path}/`))!;
  const query = useRun({ object, id });
  // The package that draws charts is loaded and parsed while the service reads the record and the view. If that fails, the component reports
  // it when it is shown.
  useEffect(() => void RunResult.load().catch(() => undefined), []);
  if (isApiFailure(query.error) && [400, 404].includes(query.error.status))
    return <UnknownRun object={object} id={id} />;
  // A new page for each run: no filter or dialog of the previous one remains.
  if (query.data) return <RunFrame key={id} run={query.data} />;
  return (
    <Page title={kinds[object].singular}>
      {query.error ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={6} />}
    </Page>
  );
}

function UnknownRun({ object, id }: RunId) {
  return (
    <NotInTier
      id={id}
      noun={nounOf(object)}
      links={
        <>
          <ButtonLink to="/runs">Your runs</ButtonLink>
          <ButtonLink to="/">Ask a question</ButtonLink>
        </>
      }
    />
  );
}

function RunFrame({ run }: { run: Run }) {
  const { object, status, notes, workflow_id, workflow_version } = run;
  const workflow = useCaseStudy(workflow_id, workflow_version);
  const title = titleOfRun(run, workflow.data);
  const question = object === 'simulation' ? run.routed_via?.question : undefined;
  useView(run);
  // The points of a sweep are shown as they complete.
  const details = object === 'sweep' && 'points' in run && <SweepDetails sweep={run} workflow={workflow} />;
  return (
    <Page title={title}>
      <div className="run-facts muted">
        <StatusBadge status={status} />
        <span>{kinds[object].singular}</span>
        {title !== workflow.data?.name && <span dir="auto">{workflow.data?.name ?? workflow_id}</span>}
        {run.object !== 'fit' && <span className="number">{formatAgents(run.agent_count)}</span>}
        <Time at={run.created_at} />
      </div>
      {question && question !== title && (
        <p className="run-notes" dir="auto">
          {question}
        </p>
      )}
      <RunActions run={run} title={title} />
      {notes && (
        <p className="run-notes" dir="auto">
          {notes}
        </p>
      )}
      <ComparisonOffer run={run} />
      {isUnfinished(run) && <RunProgress run={run} />}
      {(status === 'failed' || status === 'canceled') && <RunStopped run={run} />}
      {status === 'completed' ? <RunResult run={run} details={details} /> : details}
    </Page>
  );
}

/** After a re-run: the way to the comparison with the original. */
function ComparisonOffer({ run: { id, status } }: { run: Run }) {
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
