import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../components/notice';
import type { NumberParameter, Scale } from '../parameter-form/parameters';
import { formatValue } from '../results/figure';

const steps = 400;
/** Pixels in which a finger finds the line. */
const thumbSize = 28;

interface PlotArea {
  low: number;
  high: number;
  top: number;
  height: number;
  left: number;
  width: number;
}

/** The area of a drawing, whose attribute has its scale: values, then pixels of the drawing. */
function plotAreaOf(frame: Element): PlotArea | undefined {
  const drawing = frame.querySelector('svg[data-y]');
  const [low, high, bottom, top] = (drawing?.getAttribute('data-y') ?? '').split(' ').map(Number);
  if (!drawing || high === undefined || bottom === undefined || top === undefined) return undefined;
  const [own, outer] = [drawing.getBoundingClientRect(), frame.getBoundingClientRect()];
  const perPixel = own.height / Number(drawing.getAttribute('height'));
  return {
    ...{ low: low!, high },
    ...{ top: own.top - outer.top + top * perPixel, height: (bottom - top) * perPixel },
    ...{ left: own.left - outer.left, width: own.width },
  };
}

/** The area of the drawing in a frame. It changes with the size of the page. */
function usePlotArea() {
  const frame = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState<PlotArea>();
  useEffect(() => {
    const own = frame.current!;
    const measure = () =>
      setArea((last) => {
        const next = plotAreaOf(own);
        return JSON.stringify(next) === JSON.stringify(last) ? last : next;
      });
    const changes = new MutationObserver(measure);
    changes.observe(own, { childList: true, subtree: true });
    const size = new ResizeObserver(measure);
    size.observe(own);
    return () => {
      changes.disconnect();
      size.disconnect();
    };
  }, []);
  return { frame, area };
}

interface TargetLineProps {
  label: string;
  unit: string;
  target: number;
  onTarget: (target: number) => void;
  children: ReactNode;
}

/** A slider over the target line of a chart: mouse, finger and arrow keys move the line itself. */
export function TargetLine({ label, unit, target, onTarget, children }: TargetLineProps) {
  const { frame, area } = usePlotArea();
  return (
    <div ref={frame} className="what-if-target">
      {children}
      {area && area.high > area.low && (
        <input
          type="range"
          aria-label={`Target of “${label}”`}
          aria-orientation="vertical"
          aria-valuetext={formatValue(unit, target)}
          min={0}
          max={steps}
          value={Math.round((steps * (target - area.low)) / (area.high - area.low))}
          style={{
            ...{ left: area.left, width: area.width },
            ...{ top: area.top - thumbSize / 2, height: area.height + thumbSize },
          }}
          onChange={(event) => onTarget(area.low + ((area.high - area.low) * Number(event.target.value)) / steps)}
        />
      )}
    </div>
  );
}

interface ReachedValueProps {
  label: string;
  unit: string;
  parameter: NumberParameter;
  scale: Scale;
  /** In the values of the parameter. */
  points: readonly CurvePoint[];
  /** Undefined before the line moves. */
  target: number | undefined;
  onValue: (value: number) => void;
}

const missingTexts = {
  several: '95% interval: none, because several values reach the target',
  beyond: '95% interval: it goes beyond this range',
  unknown: '95% interval: unknown, as that of the curve',
};

export function ReachedValue({ label, unit, parameter, scale, points, target, onValue }: ReachedValueProps) {
  if (target === undefined)
    return <p className="muted small">Drag the dashed line to a target, to see the value that reaches it.</p>;
  const found = valueAt(points, target);
  const text = (value: number) => scale.text(Number(value.toPrecision(4)));
  return (
    <>
      <p className="small" role="status" dir="auto">
        {label} {formatValue(unit, target)}:{' '}
        {found.values.length === 0
          ? `not reached in this range of “${parameter.label}”`
          : `${parameter.label} ${found.values.map(text).join(' or ')}`}
        {found.interval && ` (95% interval ${found.interval.map(text).join(' to ')})`}
        {found.missing && found.values.length > 0 && ` (${missingTexts[found.missing]})`}. Read between the points of
        the curve.
      </p>
      <div className="row">
        {found.values.map((value) => (
          <Button key={value} size="small" onClick={() => onValue(Number(value.toPrecision(6)))}>
            {found.values.length === 1 ? 'Use this value' : `Use ${text(value)}`}
          </Button>
        ))}
      </div>
    </>
  );
}

export interface CurvePoint {
  at: number;
  value: number;
  interval: readonly [number, number] | null;
}

/** All places where a line between the points reaches a target. */
function crossingsOf(points: readonly { at: number; value: number }[], target: number): number[] {
  return points.flatMap((next, k) => {
    const last = points[k - 1];
    if (next.value === target) return [next.at];
    if (!last || last.value === target || last.value < target === next.value < target) return [];
    return [last.at + ((next.at - last.at) * (target - last.value)) / (next.value - last.value)];
  });
}

/**
 * The values of the parameter at which a curve reaches a target: two if it rises and falls, as a revenue does. A single value has an interval,
 * between the places where the ends of the interval of the curve reach the target. Otherwise, `missing` states why it has none.
 */
export function valueAt(points: readonly CurvePoint[], target: number) {
  const values = crossingsOf(points, target);
  const endsOf = (end: 0 | 1) =>
    crossingsOf(
      points.flatMap(({ at, interval }) => (interval ? [{ at, value: interval[end] }] : [])),
      target,
    );
  const [lower, upper] = [endsOf(0), endsOf(1)];
  const ends = [...lower, ...upper].sort((a, b) => a - b);
  if (values.length === 1 && lower.length === 1 && upper.length === 1)
    return { values, interval: [ends[0]!, ends[1]!] as const };
  const isKnown = points.every(({ interval }) => interval !== null);
  return { values, missing: !isKnown ? 'unknown' : values.length > 1 ? 'several' : 'beyond' } as const;
}
