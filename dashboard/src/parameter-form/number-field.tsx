import { useEffect, useId, useState } from 'react';
import { Button } from '../components/button';
import { settingText } from '../../../src/simulations/setting-words';
import {
  isOutsideCalibratedRange,
  problemOf,
  studiedRange,
  type NumberParameter,
  type ParameterValue,
} from './parameters';
import { positionOf, sliderStops } from './slider-stops';

interface NumberFieldProps {
  parameter: NumberParameter;
  value: ParameterValue;
  onChange: (value: number) => void;
}

/** A slider and a number field for the same value. */
export function NumberField({ parameter, value, onChange }: NumberFieldProps) {
  const id = useId();
  const { label, description, unit, default: initial, calibratedRange, minimum, maximum, integer } = parameter;
  const problem = problemOf(parameter, value);
  const isOutside = problem === undefined && isOutsideCalibratedRange(parameter, value);
  const [low, high] = calibratedRange;
  const describedBy = [`${id}-description`, `${id}-range`, (problem ?? isOutside) && `${id}-problem`];
  return (
    <div className="parameter">
      <div className="parameter-head">
        <label htmlFor={id} dir="auto">
          {label}
        </label>
        <span className="parameter-value">
          {settingText(parameter, value)}
          {isOutside && <span className="parameter-outside"> (outside the data)</span>}
        </span>
      </div>
      <p className="parameter-description" id={`${id}-description`} dir="auto">
        {description}
      </p>
      <div className="parameter-controls">
        <Slider parameter={parameter} value={Number(value)} onChange={onChange} />
        <NumberInput
          id={id}
          value={Number(value)}
          initial={initial}
          onChange={onChange}
          describedBy={describedBy.filter(Boolean).join(' ')}
          invalid={problem !== undefined}
          bounds={{ min: minimum, max: maximum, step: integer ? 1 : 'any' }}
        />
        <span className="parameter-unit" dir="auto">
          {unit}
        </span>
      </div>
      <p className="parameter-range" id={`${id}-range`}>
        <span>
          <i className="parameter-key-default" aria-hidden="true" />
          Default {initial}
        </span>
        <span>
          {low < high ? `Data from ${low} to ${high}.` : `Data only at ${low}.`} You can type {minimum} to {maximum}.
        </span>
        {value !== initial && (
          <Button
            look="plain"
            size="small"
            aria-label={`Reset ${label} to its default`}
            onClick={() => onChange(initial)}
          >
            Reset
          </Button>
        )}
      </p>
      <div role="status" id={`${id}-problem`}>
        {problem !== undefined && <span className="field-error">{problem}</span>}
        {isOutside && (
          <span className="parameter-warning">
            Outside the data, which {low < high ? `are from ${low} to ${high}` : `have only ${low}`}. The result is an
            extrapolation.
          </span>
        )}
      </div>
    </div>
  );
}

interface SliderProps {
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
}

/** Moves between round values of the data. The track shows the default. A value outside is typed: the thumb is then at an end. */
function Slider({ parameter, value, onChange }: SliderProps) {
  const [minimum, maximum] = studiedRange(parameter);
  const stops = sliderStops({ ...parameter, minimum, maximum });
  return (
    <div className={isOutsideCalibratedRange(parameter, value) ? 'parameter-slider is-outside' : 'parameter-slider'}>
      <div className="parameter-track" aria-hidden="true">
        <div className="parameter-default" style={{ left: `${positionOf(parameter.default, stops) * 100}%` }} />
      </div>
      <input
        type="range"
        aria-label={`${parameter.label}, slider`}
        aria-valuetext={settingText(parameter, value)}
        min={0}
        max={stops.length - 1}
        value={Math.round(positionOf(value, stops) * (stops.length - 1))}
        onChange={(event) => onChange(stops[Number(event.target.value)]!)}
      />
    </div>
  );
}

interface NumberInputProps {
  id: string;
  value: number;
  initial: number;
  onChange: (value: number) => void;
  describedBy: string;
  invalid: boolean;
  bounds: { min: number; max: number; step: number | 'any' };
}

/** Keeps the typed text, such as “0.”, until it is a number. An empty field is the default. */
function NumberInput({ id, value, initial, onChange, describedBy, invalid, bounds }: NumberInputProps) {
  const [text, setText] = useState(String(value));
  const isEmptyDefault = text === '' && value === initial;
  useEffect(() => {
    if (Number(text) !== value && !isEmptyDefault) setText(String(value));
  }, [value, text, isEmptyDefault]);
  return (
    <input
      id={id}
      className="input parameter-number"
      type="number"
      inputMode="decimal"
      {...bounds}
      value={text}
      placeholder={String(initial)}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      onChange={(event) => {
        setText(event.target.value);
        onChange(event.target.value === '' ? initial : Number(event.target.value));
      }}
      onBlur={() => setText(String(value))}
    />
  );
}
