import { Notice } from '../../components/notice';
import { nounOf, type Run } from '../../runs/run';

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
        <p>It stopped before it was finished, so it has no complete result. Run it again to get one.</p>
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
