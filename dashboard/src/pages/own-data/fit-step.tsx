import { useEffect } from 'react';
import type { components } from '../../api/client';
import { Button, ErrorNotice, Notice, Warnings } from '../../components/notice';
import { Estimate } from '../../run-simulation/estimate';
import { FormProblems } from '../../run-simulation/run-form';
import type { RunFormState } from '../../run-simulation/use-run-form';
import { isUnfinished } from '../../runs/run';
import { useHasScope } from '../../session/session';
import { RunProgress, RunStopped } from '../run/run-page';
import { useRun } from '../../runs/use-run';
import { Skeleton, loadLater } from '../../components/states';
import '../run/run.css';

const RunResult = loadLater(() => import('../run/run-result'), 8);

type FitForm = RunFormState & { estimate: { data: components['schemas']['FitDryRun'] | undefined } };

interface FitStepProps {
  form: FitForm;
  text: string | undefined;
  fitId: string | null;
}

export function FitStep({ form, text, fitId }: FitStepProps) {
  // The package that draws charts is loaded while the fit runs. If that fails, the component reports it when it is shown.
  useEffect(() => void RunResult.load().catch(() => undefined), []);
  return fitId === null ? (
    <Start form={form} action="Fit the model" />
  ) : (
    <Fitted key={fitId} {...{ form, text, fitId }} />
  );
}

function Fitted({ form, text, fitId }: FitStepProps & { fitId: string }) {
  const query = useRun({ object: 'fit', id: fitId });
  const fit = query.data;
  if (!fit)
    return query.error ? (
      <>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        <Start form={form} action="Fit the model" />
      </>
    ) : (
      <Skeleton lines={6} />
    );
  const isSame = fit.object === 'fit' && fit.spec === text;
  return (
    <>
      {!isSame && !isUnfinished(fit) && (
        <>
          <Notice kind="warning" title="The spec has changed since this fit">
            The result below belongs to the earlier spec.
          </Notice>
          <Start form={form} action="Fit again" />
        </>
      )}
      {isUnfinished(fit) && <RunProgress run={fit} />}
      {(fit.status === 'failed' || fit.status === 'canceled') && (
        <>
          <RunStopped run={fit} />
          {isSame && <Start form={form} action="Fit again" />}
        </>
      )}
      {fit.object === 'fit' && fit.status === 'completed' && (
        <>
          {/* The result also has them, on its second tab. They are too important to overlook. */}
          <Warnings
            title="Read this before you use the result"
            messages={[...fit.warnings, ...(fit.result?.warnings ?? [])]}
          />
          <RunResult run={fit} details={null} />
        </>
      )}
    </>
  );
}

function Start({ form, action }: { form: FitForm; action: string }) {
  const canRun = useHasScope('simulations:write');
  const { create, request } = form;
  const run = () => request && create.mutate(request);
  if (!canRun) return <p>Your access does not include fits. An owner of the organization can grant it.</p>;
  return (
    <section className="panel stack" aria-label="Start">
      <Estimate costOnly estimate={form.estimate.data} workflow={undefined} />
      <FormProblems form={form} onRetry={run} />
      <div>
        <Button look="primary" busy={create.isPending} disabled={!request} onClick={run}>
          {create.isPending ? 'Starting…' : action}
        </Button>
      </div>
    </section>
  );
}
