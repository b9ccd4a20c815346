import { useEffect, useId, useState } from 'react';
import {
  isOutsideCalibratedRange,
  type NumberParameter,
  type ParameterValue,
  plainScale,
  problemOf,
  type Scale,
  studiedRange,
} from './parameters';
import { Button } from '../components/notice';

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

const linearStops = 50;
/** Ranges that span this ratio get stops that grow with the value, so that factors around 1 have space. */
const minRatioOfGrowingStops = 20;
const relativeStep = 0.04;

/** The values that the slider can take, ascending: the bounds, the default, and round values between them. */
export function sliderStops({
  minimum,
  maximum,
  default: initial,
  integer,
}: Pick<NumberParameter, 'minimum' | 'maximum' | 'default' | 'integer'>): number[] {
  if (!(maximum > minimum)) return [minimum];
  const grows = minimum > 0 && maximum / minimum >= minRatioOfGrowingStops;
  const stepAt = (value: number) => {
    const step = roundStep(grows ? value * relativeStep : (maximum - minimum) / linearStops);
    return integer ? Math.max(1, Math.round(step)) : step;
  };
  const stops = [minimum];
  for (let value = minimum; ;) {
    const step = stepAt(value);
    value = withoutNoise((Math.floor(value / step + 1e-9) + 1) * step);
    if (value >= maximum) break;
    stops.push(value);
  }
  return [...new Set([...stops, initial, maximum])].sort((a, b) => a - b);
}

/** Position of a value between the first and the last stop, 0 to 1. */
export function positionOf(value: number, stops: readonly number[]): number {
  const last = stops.length - 1;
  if (last === 0) return 0;
  const above = stops.findIndex((stop) => stop >= value);
  if (above === 0) return 0;
  if (above < 0) return 1;
  const [low, high] = [stops[above - 1]!, stops[above]!];
  return (above - 1 + (value - low) / (high - low)) / last;
}

/** The largest of 1, 2 or 5 times a power of ten that does not exceed the step by more than half. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [10, 5, 2, 1].find((candidate) => candidate * power <= step * 1.5) ?? 1;
  return factor * power;
}

function withoutNoise(value: number): number {
  return Number(value.toPrecision(10));
}

interface SliderProps {
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
  scale: Scale;
  reachesOutside: boolean;
}

/** Part of the range of the data by which a slider reaches beyond its ends. */
const marginRatio = 0.3;

export function spanOf(parameter: NumberParameter, reachesOutside: boolean): readonly [number, number] {
  const [low, high] = studiedRange(parameter);
  const margin = reachesOutside ? marginRatio * (high - low) : 0;
  const rounded = parameter.integer ? Math.ceil(margin) : margin;
  return [Math.max(parameter.minimum, low - rounded), Math.min(parameter.maximum, high + rounded)];
}

/** Moves between round values. The track shows the default, and shades values outside the data. Values that it does not reach are typed. */
function Slider({ parameter, value, onChange, scale, reachesOutside }: SliderProps) {
  const [minimum, maximum] = spanOf(parameter, reachesOutside);
  const [low, high] = studiedRange(parameter);
  const stops = [...new Set([...sliderStops({ ...parameter, minimum, maximum }), low, high])].sort((a, b) => a - b);
  const percent = (at: number) => `${positionOf(at, stops) * 100}%`;
  return (
    <div className={isOutsideCalibratedRange(parameter, value) ? 'parameter-slider is-outside' : 'parameter-slider'}>
      <div className="parameter-track" aria-hidden="true">
        <div className="parameter-shade" style={{ left: 0, width: percent(low) }} />
        <div className="parameter-shade" style={{ left: percent(high), right: 0 }} />
        <div className="parameter-default" style={{ left: percent(parameter.default) }} />
      </div>
      <input
        type="range"
        aria-label={`${parameter.label}, slider`}
        aria-valuetext={scale.text(value)}
        min={0}
        max={stops.length - 1}
        value={Math.round(positionOf(value, stops) * (stops.length - 1))}
        onChange={(event) => onChange(stops[Number(event.target.value)]!)}
      />
    </div>
  );
}
