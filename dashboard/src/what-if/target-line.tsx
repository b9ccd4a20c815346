import { useId } from 'react';
import { Button } from '../components/button';
import type { NumberParameter } from '../parameter-form';
import type { Scale } from '../parameter-form/scale';
import { formatValue } from '../results/figure';
import { valueAt, type CurvePoint } from './crossing';

const steps = 200;

interface TargetLineProps {
  label: string;
  unit: string;
  parameter: NumberParameter;
  scale: Scale;
  /** In the values of the parameter. */
  points: readonly CurvePoint[];
  target: number | undefined;
  onTarget: (target: number) => void;
  onValue: (value: number) => void;
}

/** A line of the chart to drag, and the value of the parameter at which the curve reaches it. */
export function TargetLine(props: TargetLineProps) {
  const { label, unit, parameter, scale, points, target, onTarget, onValue } = props;
  const id = useId();
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const found = target === undefined ? undefined : valueAt(points, target);
  const text = target === undefined ? 'none' : formatValue(unit, target);
  return (
    <div className="field">
      <label htmlFor={id}>Target of “{label}”</label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps}
        disabled={!(high > low)}
        value={target === undefined ? steps / 2 : Math.round((steps * (target - low)) / (high - low))}
        aria-valuetext={text}
        onChange={(event) => onTarget(low + ((high - low) * Number(event.target.value)) / steps)}
      />
      {target !== undefined && (
        <p className="small" role="status" dir="auto">
          {label} {text}:{' '}
          {found?.value === undefined
            ? `not reached in this range of “${parameter.label}”`
            : `${parameter.label} ${scale.text(found.value)}`}
          {found?.interval && ` (95% interval ${found.interval.map(scale.text).join(' to ')})`}. Read between the points
          of the curve.
        </p>
      )}
      {found?.value !== undefined && (
        <div>
          <Button size="small" onClick={() => onValue(Number(found.value!.toPrecision(6)))}>
            Use this value
          </Button>
        </div>
      )}
    </div>
  );
}
