import { useId } from 'react';
import { Link } from 'react-router';
import type { components } from '../api/client';
import { formatAgents, formatCount, formatDate, formatNumber, formatPoints } from '../format/format';
import { positionOf, sliderStops } from '../parameter-form/number-field';
import { outcomeLabel } from '../workflow/labels';
import type { CaseStudy } from '../workflow/use-workflow';
import { useUsage } from './use-run-form';
import './run-simulation.css';

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
