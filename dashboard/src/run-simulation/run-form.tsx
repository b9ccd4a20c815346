import type { ReactNode } from 'react';
import type { AdjustmentsInput } from '../adjustments/adjustments';
import { AdjustmentsSection } from '../adjustments/adjustments-section';
import type { Parameter, ParameterValues } from '../parameter-form/parameters';
import { OtherParameters } from '../parameter-form/parameter-form';
import type { CaseStudy } from '../workflow/use-workflow';
import { Button, ErrorNotice } from '../components/notice';
import { useHasScope } from '../session/session';
import { AgentCountField, type DryRun } from './estimate';
import { type RunFormState, useCeiling } from './use-run-form';
import './run-simulation.css';

/** The input that all analyses have. */
export interface RunInput {
  /** Values of the parameters that the analysis does not vary. */
  values: ParameterValues;
  adjustments: AdjustmentsInput;
  /** Undefined: the number that the service recommends. */
  agentCount: number | undefined;
}

interface RunFormProps {
  action: string;
  form: RunFormState & { estimate: { data?: Pick<DryRun, 'adjustments'> | undefined } };
  workflow: CaseStudy;
  input: RunInput;
  onChange: (change: Partial<RunInput>) => void;
  others: readonly Parameter[];
  agentsLabel?: string;
  /** Whether the table of products is among the adjustments. Default: true. */
  hasProducts?: boolean;
  recommended?: number | undefined;
  cost: ReactNode;
  children: ReactNode;
}

/** The fields of a run, its cost, and the button that creates it. The button is always in view. */
export function RunForm({ action, form, workflow, input, onChange, others, children, ...panel }: RunFormProps) {
  const canRun = useHasScope('simulations:write');
  const { create, request } = form;
  const { values, adjustments, agentCount } = input;
  const { agentsLabel: label, recommended = workflow.recommended_agent_count, hasProducts, cost } = panel;
  const ceiling = useCeiling(recommended);
  const run = () => request && create.mutate(request);
  return (
    <div className="run-form">
      <div className="stack run-fields">
        {children}
        <OtherParameters parameters={others} values={values} onChange={(next) => onChange({ values: next })} />
        <AdjustmentsSection
          {...{ workflow, hasProducts }}
          input={adjustments}
          onChange={(next) => onChange({ adjustments: next })}
          problem={form.errors.at}
          adjusted={form.estimate.data?.adjustments}
        />
      </div>
      <div className="run-side">
        {canRun && (
          <section className="panel stack run-panel" aria-label="Run">
            <AgentCountField
              {...{ label, recommended, ceiling }}
              value={agentCount}
              onChange={(next) => onChange({ agentCount: next })}
            />
            {cost}
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
