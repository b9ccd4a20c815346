import { Link } from 'react-router';
import { isApiFailure } from '../api/client';
import { ErrorNotice, Notice } from '../components/notice';
import { formatDateTime } from '../format/dates';
import { formatCount } from '../format/numbers';
import type { ReactNode } from 'react';
import { Button } from '../components/button';
import { useHasScope } from '../session/session';
import type { RunFormState } from './use-run-form';
import './run-simulation.css';

interface QuotaDetails {
  simulations_left: number;
  simulations_needed: number;
  period_end?: string;
}

/** Why a simulation did not start. Nothing typed is lost. */
export function RunFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiFailure(error) && error.code === 'insufficient_quota') {
    const { simulations_left: left, simulations_needed: needed, period_end } = error.meta as unknown as QuotaDetails;
    return (
      <Notice kind="bad" title="The quota of this month is too small">
        <p>
          The quota leaves {formatCount(left)} simulations, and this needs {formatCount(needed)}.{' '}
          {period_end && `The quota renews on ${formatDateTime(period_end)}. `}
          Your question is kept. <Link to="/usage">See your usage</Link>
        </p>
      </Notice>
    );
  }
  if (isApiFailure(error) && error.code === 'rate_limited') {
    return (
      <Notice kind="bad" title="Too many requests">
        <p>
          The plan permits a number of requests per minute, and it is used up.{' '}
          {error.retryAfterSeconds !== undefined && `Run again in ${error.retryAfterSeconds} seconds. `}
          Your input is kept.
        </p>
      </Notice>
    );
  }
  return <ErrorNotice error={error} onRetry={onRetry} />;
}

interface RunFormProps {
  /** Text of the button that creates the run. */
  action: string;
  form: RunFormState;
  /** Agents, changes and cost. */
  panel: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The fields of a run, its cost, and the button that creates it. The button is always in view. */
export function RunForm({ action, form, panel, children }: RunFormProps) {
  const canRun = useHasScope('simulations:write');
  const { create, request } = form;
  const run = () => request && create.mutate(request);
  return (
    <div className="run-form">
      <div className="stack run-fields">{children}</div>
      <div className="run-side">
        {canRun && (
          <section className="panel stack run-panel" aria-label="Run">
            {panel}
          </section>
        )}
        <div className="stack run-bar">
          {canRun ? (
            <>
              <FormProblems form={form} onRetry={run} />
              <Button look="primary" busy={create.isPending} disabled={!request} onClick={run}>
                {create.isPending ? 'Starting…' : action}
              </Button>
            </>
          ) : (
            <p>Your access does not include new runs. An owner of the organization can grant it.</p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The failure of a form that creates a run, or a hint at its marked fields. */
export function FormProblems({
  form: { estimate, failure, errors },
  onRetry,
}: {
  form: RunFormState;
  onRetry: () => void;
}) {
  if (errors.areAllShown)
    return (
      <p className="field-error" role="status">
        Correct the marked fields.
      </p>
    );
  if (failure) return <RunFailure error={failure} onRetry={onRetry} />;
  return estimate.error ? <ErrorNotice error={estimate.error} onRetry={() => void estimate.refetch()} /> : null;
}
