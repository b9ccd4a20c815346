import { ErrorNotice } from '../components/notice';
import type { ReactNode } from 'react';
import { Button } from '../components/button';
import { useHasScope } from '../session/session';
import type { RunFormState } from './use-run-form';
import './run-simulation.css';

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
  if (failure) return <ErrorNotice error={failure} onRetry={onRetry} />;
  return estimate.error ? <ErrorNotice error={estimate.error} onRetry={() => void estimate.refetch()} /> : null;
}
