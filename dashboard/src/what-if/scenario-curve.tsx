import { useState } from 'react';
import { SelectField } from '../components/field';
import { Figure, type Chart } from '../figures/figure';
import { curveFigure } from '../pages/sweeps/sweep-curve';
import type { NumberParameter, Parameter, ParameterValue, Scale } from '../parameter-form/parameters';
import { figureFormat } from '../results/figure';
import { type CurveMeasure, CurveMeasureFields, measuredFigure } from './products';
import { curveValues, type Curved } from './curves';
import type { EngineResult } from './engine-messages';
import { type CurvePoint, ReachedValue, TargetLine } from './target-line';

interface ScenarioCurveProps {
  curves: readonly Curved[];
  curved: Curved;
  onCurved: (id: string) => void;
  measure: CurveMeasure;
  scaleOf: (parameter: NumberParameter) => Scale;
  scenario: {
    /** In the order of the values of the curve. Undefined while they are computed. */
    curve: readonly (EngineResult | undefined)[];
    shown: EngineResult | undefined;
  };
}

/** A figure over the range of one parameter, or of one number of a product. All others stay as they are. */
export function ScenarioCurve(props: ScenarioCurveProps) {
  const { curves, curved, onCurved, measure } = props;
  const { curve: results, shown } = props.scenario;
  const missing = results.filter((result) => !result).length;
  return (
    <section aria-label="Curve">
      <SelectField
        label="Curve of the result over"
        value={curved.parameter.id}
        onChange={onCurved}
        options={curves.map(({ parameter: { id, label } }) => ({ value: id, label }))}
      />
      <CurveMeasureFields {...{ curved, measure }} result={shown} />
      {missing === 0 ? (
        <DrawnCurve key={`${curved.parameter.id} ${measure.of}`} {...props} />
      ) : (
        <p className="muted small">
          Computing {missing} of {results.length} points…
        </p>
      )}
    </section>
  );
}

/** The parameter in the unit of its control, so that the axis has the same unit. */
function inScale(parameter: Parameter, scaleOf: (parameter: NumberParameter) => Scale) {
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

function DrawnCurve({ curved, measure, scaleOf: scaleOfParameter, scenario }: ScenarioCurveProps) {
  const { parameter, now, set } = curved;
  const scaleOf = (own: NumberParameter) => curved.scale ?? scaleOfParameter(own);
  const [target, setTarget] = useState<number>();
  const scaled = inScale(parameter, scaleOf);
  const figures = scenario.curve.map((result) => measuredFigure(result!, curved, measure));
  const [first] = figures;
  if (!first) return null;
  const points = curveValues(parameter).map((at, position) => ({
    at,
    value: figures[position]!.value,
    interval: figures[position]!.interval,
  }));
  const kind = first.unit === 'share' ? ('share' as const) : ('mean' as const);
  const curve = curveFigure({
    parameter: scaled.parameter,
    figures: [{ id: first.id, label: first.label, kind, unit: first.unit }],
    rows: points.map((point) => ({ at: scaled.shown(point.at), values: [point] })),
    isDifference: false,
  });
  const shown = target ?? valueNow(points, now);
  mark(
    curve.chart,
    Number(scaled.shown(now)),
    shown === undefined ? undefined : { value: shown, isSet: target !== undefined },
  );
  if (parameter.kind !== 'number' || shown === undefined) return <Figure figure={curve} />;
  const texts = { label: first.label, unit: first.unit };
  const numbers = points.map((point) => ({ ...point, at: Number(point.at) }));
  return (
    <>
      <TargetLine {...texts} target={shown} onTarget={setTarget}>
        <Figure figure={curve} />
      </TargetLine>
      <ReachedValue {...{ ...texts, parameter, target }} scale={scaleOf(parameter)} points={numbers} onValue={set} />
      {measure.of === 'revenue' && kind === 'mean' && (
        <Highest {...{ parameter, unit: first.unit }} scale={scaleOf(parameter)} points={numbers} />
      )}
    </>
  );
}

interface HighestProps {
  parameter: NumberParameter;
  unit: string;
  scale: Scale;
  points: readonly CurvePoint[];
}

/** The highest point, and why it is not the best value: goals vary parameters, so that none searches a number of a product. */
function Highest({ parameter, unit, scale, points }: HighestProps) {
  const best = points.reduce((high, point) => (point.value > high.value ? point : high));
  const write = figureFormat({ kind: 'mean', unit }, false);
  const isEnd = best === points[0] || best === points.at(-1);
  return (
    <p className="small">
      Highest of these {points.length} points: {parameter.label} {scale.text(Number(best.at.toPrecision(4)))},{' '}
      {write.value(best.value)} (95% interval {write.interval(best.interval)}).
      {isEnd && ' It is an end of the range: values beyond it can be higher.'} Missing: the best value between the
      points, and its interval. A goal computes both for parameters, not for numbers of a product.
    </p>
  );
}

/** The line starts at the value of the scenario, or at the nearest point of the curve. */
function valueNow(points: readonly { at: ParameterValue; value: number }[], now: ParameterValue): number | undefined {
  const distance = ({ at }: { at: ParameterValue }) => Math.abs(Number(at) - Number(now));
  return [...points].sort((a, b) => distance(a) - distance(b))[0]?.value;
}

function mark(chart: Chart, now: number, target: { value: number; isSet: boolean } | undefined): void {
  if (chart.type !== 'curves') return;
  chart.marked = { step: now, label: 'Now' };
  if (target) chart.target = { value: target.value, label: target.isSet ? 'Target' : '' };
}
