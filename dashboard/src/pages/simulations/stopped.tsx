import { Notice } from '../../components/notice';
import type { Simulation } from '../../results/figure';

type FailureCode = NonNullable<Simulation['failure']>['code'];

const advice: Partial<Record<FailureCode, string>> = {
  worker_lost: 'This is a problem of the service. Run the simulation again; if it fails again, report its id.',
  time_budget_exceeded: 'Run it again with fewer agents.',
  workflow_unavailable: 'Select another workflow.',
  utility_not_finite: 'Run it again with parameter values closer to their defaults.',
  mean_too_great: 'Run it again with parameter values closer to their defaults.',
};
const generalAdvice = 'Run it again with other parameter values.';

/** Why a simulation has no result, and what to do. */
export function Stopped({ simulation: { status, failure, progress } }: { simulation: Simulation }) {
  if (status === 'canceled') {
    return (
      <Notice kind="warning" title="This simulation was canceled">
        <p>
          {progress.agents_done === 0
            ? 'It stopped before its first agent was simulated.'
            : 'It stopped while it ran, so it has no result.'}{' '}
          Select “Run again with a change” to start it with the same agents and seed.
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="bad" title="This simulation failed">
      {failure && <p dir="auto">{failure.message}</p>}
      <p>{(failure && advice[failure.code]) ?? generalAdvice}</p>
      {failure && <p className="small muted">Code: {failure.code}</p>}
    </Notice>
  );
}
