import { useState } from 'react';
import { SelectField } from '../components/field';
import { Figure, type Chart } from '../figures/figure';
import { curveFigure } from '../pages/sweeps/sweep-curve';
import {
  valueOf,
  withValue,
  type NumberParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '../parameter-form';
import { spanOf } from '../parameter-form/slider';
import type { Scale } from '../parameter-form/scale';
import { figuresOf } from '../results/figure';
import type { EngineResult } from './engine-messages';
import { TargetLine } from './target-line';

const curvePoints = 9;

/** Values of the parameter that its curve shows: all options, or few numbers from one end of the slider to the other. */
export function curveValues(parameter: Parameter): ParameterValue[] {
  if (parameter.kind === 'option') return parameter.options.map(({ id }) => id);
  const [low, high] = spanOf(parameter, true);
  const values = Array.from({ length: curvePoints }, (_, k) => low + ((high - low) * k) / (curvePoints - 1));
  const rounded = values.map((value) => (parameter.integer ? Math.round(value) : Number(value.toPrecision(6))));
  return [...new Set([...rounded, low, high])].filter((value) => value >= low && value <= high).sort((a, b) => a - b);
}

/** The scenario at each value of the curve. */
export const curveScenarios = (parameter: Parameter, values: ParameterValues) =>
  curveValues(parameter).map((value) => withValue(values, parameter, value));

interface ScenarioCurveProps {
  parameters: readonly Parameter[];
  parameter: Parameter;
  onParameter: (id: string) => void;
  values: ParameterValues;
  onValues: (values: ParameterValues) => void;
  scaleOf: (parameter: NumberParameter) => Scale;
  scenario: {
    /** In the order of the values of the curve. Undefined while they are computed. */
    curve: readonly (EngineResult['summary'] | undefined)[];
  };
  figureId: string | null;
}

/** The main figure over the range of one parameter. All others stay as they are. */
export function ScenarioCurve(props: ScenarioCurveProps) {
  const { parameters, parameter, onParameter } = props;
  const { curve: results } = props.scenario;
  const missing = results.filter((result) => !result).length;
  return (
    <section aria-label="Curve">
      <SelectField
        label="Curve of the result over"
        value={parameter.id}
        onChange={onParameter}
        options={parameters.map(({ id, label }) => ({ value: id, label }))}
      />
      {missing === 0 ? (
        <DrawnCurve key={parameter.id} {...props} />
      ) : (
        <p className="muted small">
          Computing {missing} of {results.length} points…
        </p>
      )}
    </section>
  );
}

/** The parameter in the unit of its control, so that the axis has the same unit. */
function inScale(parameter: Parameter, scaleOf: ScenarioCurveProps['scaleOf']) {
  if (parameter.kind === 'option') return { shown: (value: ParameterValue) => value, parameter };
  const { unit, shown } = scaleOf(parameter);
  const { default: initial, calibratedRange, minimum, maximum } = parameter;
  const [low, high] = calibratedRange;
  return {
    shown: (value: ParameterValue) => shown(Number(value)),
    parameter: {
      ...{ ...parameter, unit, default: shown(initial), minimum: shown(minimum), maximum: shown(maximum) },
      calibratedRange: [shown(low), shown(high)] as const,
    },
  };
}

function DrawnCurve({ parameter, values, onValues, scaleOf, scenario, figureId }: ScenarioCurveProps) {
  const [target, setTarget] = useState<number>();
  const scaled = inScale(parameter, scaleOf);
  const figures = scenario.curve.map((summary) => figuresOf(summary!, figureId).headline);
  const [first] = figures;
  if (!first) return null;
  const points = curveValues(parameter).map((at, position) => ({
    at,
    value: figures[position]!.value,
    interval: figures[position]!.interval,
  }));
  const kind = first.unit === 'share' ? ('share' as const) : ('mean' as const);
  const shownPoints = points.map((point) => ({ ...point, at: scaled.shown(point.at) }));
  const curve = curveFigure(`${first.label} by ${parameter.label}`, {
    parameter: scaled.parameter,
    curves: [{ id: first.id, label: first.label, kind, unit: first.unit, points: shownPoints }],
    isDifference: false,
  });
  mark(curve.chart, Number(scaled.shown(valueOf(parameter, values))), target);
  return (
    <>
      <Figure figure={curve} />
      {parameter.kind === 'number' && (
        <TargetLine
          {...{ parameter, target }}
          {...{ label: first.label, unit: first.unit, scale: scaleOf(parameter) }}
          points={points.map((point) => ({ ...point, at: Number(point.at) }))}
          onTarget={setTarget}
          onValue={(value) => onValues(withValue(values, parameter, value))}
        />
      )}
    </>
  );
}

/** Marks the value of the scenario and the target. */
function mark(chart: Chart, now: number, target: number | undefined): void {
  if (chart.type !== 'curves') return;
  chart.marked = { step: now, label: 'Now' };
  if (target !== undefined) chart.target = { value: target, label: 'Target' };
}
