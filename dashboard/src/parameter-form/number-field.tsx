import {
  isOutsideCalibratedRange,
  type NumberParameter,
  type ParameterValue,
  plainScale,
  problemOf,
  type Scale,
} from './parameters';
import { useEffect, useId, useState } from 'react';
import { Button } from '../components/notice';
import { Slider } from './slider';

interface NumberFieldProps {
  parameter: NumberParameter;
  value: ParameterValue;
  onChange: (value: number) => void;
  /** The unit of the control. Default: the unit of the definition. */
  scale?: Scale | undefined;
  /** Where the value is from. */
  note?: string | undefined;
  /** Whether the slider also reaches values outside the data, which are then shaded. */
  reachesOutside?: boolean | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const { parameter, value, onChange, note, scale = plainScale(parameter), reachesOutside = false } = props;
  const id = useId();
  const { label, description, default: initial, minimum, maximum, integer } = parameter;
  const problem = problemOf(parameter, value, scale.shown);
  const isOutside = problem === undefined && isOutsideCalibratedRange(parameter, value);
  const describedBy = [`${id}-description`, `${id}-range`, (problem ?? isOutside) && `${id}-problem`];
  return (
    <div className="field">
      <div className="parameter-head between">
        <label htmlFor={id} dir="auto">
          {label}
        </label>
        <span className="parameter-value">
          {problem === undefined && scale.text(Number(value))}
          {isOutside && <span className="parameter-outside"> (outside the data)</span>}
        </span>
      </div>
      {note !== undefined && (
        <p className="parameter-note" dir="auto">
          {note}
        </p>
      )}
      <p className="parameter-description" id={`${id}-description`} dir="auto">
        {description}
      </p>
      <div className="row">
        <Slider {...{ parameter, onChange, scale, reachesOutside }} value={Number(value)} />
        <NumberInput
          id={id}
          value={scale.shown(Number(value))}
          initial={scale.shown(initial)}
          onChange={(shown) => onChange(scale.read(shown))}
          describedBy={describedBy.filter(Boolean).join(' ')}
          invalid={problem !== undefined}
          bounds={{ min: scale.shown(minimum), max: scale.shown(maximum), step: integer ? 1 : 'any' }}
        />
        <span className="parameter-unit" dir="auto">
          {scale.unit}
        </span>
      </div>
      <RangeTexts {...{ id, parameter, value, onChange, scale }} />
      <div role="status" id={`${id}-problem`}>
        {problem !== undefined && <span className="field-error">{problem}</span>}
        {isOutside && (
          <span className="parameter-warning">
            Outside the data, which {dataText(parameter, scale, 'are from', 'have only')}. The result is an
            extrapolation.
          </span>
        )}
      </div>
    </div>
  );
}

function dataText({ calibratedRange: [low, high] }: NumberParameter, { shown }: Scale, range: string, single: string) {
  return low < high ? `${range} ${shown(low)} to ${shown(high)}` : `${single} ${shown(low)}`;
}

type RangeTextsProps = Pick<NumberFieldProps, 'parameter' | 'value' | 'onChange'> & { id: string; scale: Scale };

function RangeTexts({ id, parameter, value, onChange, scale }: RangeTextsProps) {
  const { label, default: initial, minimum, maximum } = parameter;
  return (
    <p className="parameter-range row" id={`${id}-range`}>
      <span>
        <i className="parameter-key-default" aria-hidden="true" />
        Default {scale.shown(initial)}
        {scale.isMedian && ', the median of the agents'}
      </span>
      <span>
        {dataText(parameter, scale, 'Data from', 'Data only at')}. You can type {scale.shown(minimum)} to{' '}
        {scale.shown(maximum)}.
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
