import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { AdjustmentsInput } from '../adjustments/adjustments';
import { AdjustmentsSection } from '../adjustments/adjustments-section';
import type { Parameter, ParameterValues } from '../parameter-form/parameters';
import { OtherParameters } from '../parameter-form/parameter-form';
import type { CaseStudy } from '../workflow/use-workflow';
import { Button, ErrorNotice } from '../components/notice';
import { useHasScope } from '../session/session';
import { type RunFormState, useCeiling, useUsage } from './use-run-form';
import type { components } from '../api/client';
import { formatAgents, formatCount, formatDate, formatNumber, formatPoints } from '../format/format';
import { outcomeLabel } from '../workflow/labels';
import { positionOf, sliderStops } from '../parameter-form/number-field';
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

export type DryRun = components['schemas']['DryRun'];

interface EstimateProps {
  /** Undefined while the first estimate loads. */
  estimate: (Pick<DryRun, 'cost'> & Partial<Pick<DryRun, 'expected_run_time' | 'expected_precision'>>) | undefined;
  workflow: CaseStudy | undefined;
  /** Searches and analyses have no expected run time and precision. */
  costOnly?: boolean;
}

/** What a simulation costs, how long it takes, and how wide its intervals will be. */
export function Estimate({ estimate, workflow, costOnly = false }: EstimateProps) {
  const { data: usage } = useUsage();
  const { cost, expected_run_time: runTime, expected_precision: precision } = estimate ?? {};
  return (
    <dl className="estimate">
      {!costOnly && (precision || !estimate) && (
        <div>
          <dt>95% interval to expect</dt>
          <dd>{precision ? <Precision precision={precision} workflow={workflow} /> : '…'}</dd>
        </div>
      )}
      {!costOnly && (runTime || !estimate) && (
        <div>
          <dt>Duration</dt>
          <dd>{runTime ? durationText(runTime.ms) : '…'}</dd>
        </div>
      )}
      <div>
        <dt>Quota</dt>
        <dd>
          {cost ? `uses ${formatCount(cost.simulations)}, ${formatCount(cost.simulations_left)} left this month` : '…'}
        </dd>
      </div>
      {cost && !cost.sufficient && (
        <div className="estimate-problem" role="alert">
          The quota of this month is not sufficient. {usage && `It renews on ${formatDate(usage.period_end)}. `}
          <Link to="/usage">See your usage</Link>
        </div>
      )}
    </dl>
  );
}

function Precision({
  precision,
  workflow,
}: {
  precision: DryRun['expected_precision'];
  workflow: CaseStudy | undefined;
}) {
  const { headline, measures } = precision;
  if (headline.half_width === null) return 'unknown before the first run';
  const isMeasure = measures.some(({ id }) => id === headline.id);
  const width = isMeasure ? formatNumber(headline.half_width) : formatPoints(headline.half_width).replace('+', '');
  return (
    <>
      ±{width}{' '}
      <span className="muted">around {workflow ? `“${outcomeLabel(workflow, headline.id)}”` : 'the result'}</span>
    </>
  );
}

function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return 'under a second';
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} minutes`;
}

const minSliderAgents = 10;

interface AgentCountFieldProps {
  label?: string;
  /** Undefined: the recommended number of the workflow. */
  value: number | undefined;
  /** The number that the service uses without a choice. Undefined while it is unknown. */
  recommended: number | undefined;
  /** Maximum agents of a simulation in the plan. */
  ceiling: number;
  onChange: (value: number | undefined) => void;
}

/** A slider and a number field for the number of agents. */
export function AgentCountField({ label = 'Agents', value, recommended, ceiling, onChange }: AgentCountFieldProps) {
  const id = useId();
  const initial = Math.min(recommended ?? ceiling, ceiling);
  const count = value ?? initial;
  const stops = agentStops(ceiling, initial);
  const isValid = isAgentCount(value, ceiling);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="agent-count">
        <input
          type="range"
          aria-label={`${label}, slider`}
          aria-valuetext={`${formatAgents(count)}`}
          min={0}
          max={stops.length - 1}
          value={Math.round(positionOf(count, stops) * (stops.length - 1))}
          onChange={(event) => onChange(stops[Number(event.target.value)])}
        />
        <input
          id={id}
          className="input"
          type="number"
          inputMode="numeric"
          min={1}
          max={ceiling}
          value={value ?? ''}
          placeholder={String(initial)}
          aria-invalid={!isValid}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        />
      </div>
      <span className={isValid ? 'field-hint' : 'field-error'} id={`${id}-hint`}>
        {isValid
          ? `More agents give narrower intervals. Your plan permits up to ${formatCount(ceiling)}.`
          : `Enter a whole number from 1 to ${formatCount(ceiling)}.`}
      </span>
    </div>
  );
}

export function isAgentCount(value: number | undefined, ceiling: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= 1 && value <= ceiling);
}

function agentStops(ceiling: number, initial: number): number[] {
  const minimum = Math.min(minSliderAgents, ceiling, initial);
  return sliderStops({ minimum, maximum: ceiling, default: initial, integer: true });
}
