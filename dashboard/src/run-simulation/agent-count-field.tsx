import { useId } from 'react';
import { formatCount, formatAgents } from '../format/numbers';
import { positionOf, sliderStops } from '../parameter-form/slider-stops';
import './run-simulation.css';

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
