import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink, ErrorNotice, Notice } from '../../components/notice';
import { cancelRun, isUnfinished, kinds, nounOf, type Run, type RunId, runKey, type RunKind } from '../../runs/run';
import { useAuthorText } from '../../runs/authors';
import { useRun, useView } from '../../runs/use-run';
import { isApiFailure } from '../../api/client';
import { StatusBadge, Time } from '../../components/data-table';
import { NotInTier, Page } from '../../components/page';
import { formatAgents, formatCount } from '../../format/format';
import { titleOfRun } from '../../runs/title';
import { DigestCheck } from '../../what-if';
import type { ComputedBefore } from '../../what-if/digest-check';
import { RunActions } from './run-actions';
import { SweepDetails } from '../sweeps/sweep-results';
import { useWorkflow } from '../../workflow/use-workflow';
import { loadLater, Skeleton } from '../../components/states';
import { useHasScope } from '../../session/session';
import './run.css';

const advice: Record<string, string> = {
  worker_lost: 'This is a problem of the service. Run it again; if it fails again, report its id.',
  time_budget_exceeded: 'Run it again with fewer agents.',
  workflow_unavailable: 'Select another workflow.',
  utility_not_finite: 'Run it again with parameter values closer to their defaults.',
  mean_too_great: 'Run it again with parameter values closer to their defaults.',
};
const generalAdvice = 'Run it again with other parameter values.';

/** Why a run has no result, and what to do. */
export function RunStopped({ run }: { run: Run }) {
  const noun = nounOf(run.object);
  const failure = 'failure' in run ? run.failure : null;
  if (run.status === 'canceled') {
    return (
      <Notice kind="warning" title={`This ${noun} was canceled`}>
        It stopped before it was finished, so it has no complete result. Run it again to get one.
      </Notice>
    );
  }
  return (
    <Notice kind="bad" title={`This ${noun} failed`}>
      {failure && <p dir="auto">{failure.message}</p>}
      <p>{(failure && advice[failure.code]) ?? generalAdvice}</p>
      {failure && <p className="small muted">Code: {failure.code}</p>}
    </Notice>
  );
}

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
  const { state } = useLocation() as { state: ComputedBefore | null };
  const digest = object === 'simulation' ? state?.digest : undefined;
  const workflow = useWorkflow(workflow_id, workflow_version);
  const title = titleOfRun(run, workflow.data);
  const question = object === 'simulation' ? run.routed_via?.question : undefined;
  useView(run);
  // The points of a sweep are shown as they complete.
  const details = object === 'sweep' && 'points' in run && <SweepDetails sweep={run} workflow={workflow} />;
  return (
    <Page title={title} actions={<RunActions run={run} title={title} />}>
      <div className="run-facts row muted">
        <StatusBadge status={status} />
        <span>{kinds[object].singular}</span>
        {title !== workflow.data?.name && <span dir="auto">{workflow.data?.name ?? workflow_id}</span>}
        {run.object !== 'fit' && <span className="number">{formatAgents(run.agent_count)}</span>}
        <Time at={run.created_at} />
        <Author run={run} />
      </div>
      {question && question !== title && (
        <p className="run-notes" dir="auto">
          {question}
        </p>
      )}
      {notes && (
        <p className="run-notes" dir="auto">
          {notes}
        </p>
      )}
      {digest !== undefined && <DigestCheck id={run.id} digest={digest} />}
      {isUnfinished(run) && <RunProgress run={run} />}
      {(status === 'failed' || status === 'canceled') && <RunStopped run={run} />}
      {status === 'completed' ? <RunResult run={run} details={details} /> : details}
    </Page>
  );
}

/** Links to the runs of the same creator. */
function Author({ run }: { run: Run }) {
  const text = useAuthorText(run);
  if (text === null || run.created_by === null) return null;
  return (
    <span dir="auto">
      by <Link to={`/runs?by=${run.created_by.id}`}>{text}</Link>
    </span>
  );
}

function workOf({ progress }: Run): { done: number; total: number; text: string } {
  const work = (done: number, total: number, what: string, of = 'of') => ({
    ...{ done, total, text: `${formatCount(done)} ${of} ${formatCount(total)} ${what}.` },
  });
  if ('evaluations_done' in progress)
    return work(progress.evaluations_done, progress.evaluations_max, 'evaluations of all agents', 'of at most');
  if ('answers_done' in progress)
    return work(progress.answers_done, progress.answers_total, 'answers of the language model');
  if ('steps_done' in progress) return work(progress.steps_done, progress.steps_total, 'steps');
  const { agents_done: done, agents_total: total } = progress;
  const agents = `${formatCount(done)} of ${formatAgents(total)}.`;
  if ('blocks_done' in progress) {
    const { blocks_done: blocks, blocks_total: count } = progress;
    return { done, total, text: `${formatCount(blocks)} of ${formatCount(count)} blocks, ${agents}` };
  }
  if (!('points' in progress)) return { done, total, text: agents };
  const { points, points_total: count } = progress;
  const finished = points.completed + points.failed + points.canceled;
  const text = `${formatCount(finished)} of ${formatCount(count)} points are finished, ${formatCount(points.running)} are running.`;
  return { done, total, text };
}

export function RunProgress({ run }: { run: Run }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run),
    // The response of a sweep has no points.
    onSuccess: (record) => queryClient.setQueryData<Run>(runKey(run), (previous) => ({ ...previous, ...record })),
    onSettled: (record) => {
      // The run may have finished before the request.
      if (!record || run.object === 'sweep') void queryClient.invalidateQueries({ queryKey: runKey(run) });
      // The quota of the run is refunded.
      for (const queryKey of [['runs', 'list'], ['usage']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const canChange = useHasScope('simulations:write');
  const { done, total, text } = workOf(run);
  return (
    <section className="panel stack" aria-label="Progress">
      <div className="between">
        <h2 role="status">{run.status === 'queued' ? 'Waiting for a worker' : 'Running'}</h2>
        {canChange && (
          <Button look="danger" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the {nounOf(run.object)}
          </Button>
        )}
      </div>
      <progress aria-label="Progress of the run" max={Math.max(1, total)} value={done} />
      <p className="muted number">{text} The result appears here. You can leave this page.</p>
      {cancel.error && <ErrorNotice error={cancel.error} onRetry={() => cancel.mutate()} />}
    </section>
  );
}
