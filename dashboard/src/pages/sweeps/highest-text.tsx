import { figureFormat } from '../../format/figures';
import { highestOf } from '../../measures/measure';
import type { Parameter } from '../../parameter-form';
import { pointValue } from './sweep-points';
import type { MeasuredPoint } from './measure-table';

interface HighestTextProps {
  rows: readonly MeasuredPoint[];
  parameters: readonly Parameter[];
  unit: string;
}

/** Where the measure is highest, and if the intervals support it. */
export function HighestText({ rows, parameters, unit }: HighestTextProps) {
  const highest = highestOf(rows.map(({ estimate }) => estimate));
  const best = highest && rows[highest.index];
  if (!best || rows.length < 2) return null;
  const format = figureFormat({ kind: 'mean', unit }, false);
  const place = parameters
    .map((parameter) => `${parameter.label} ${pointValue(parameter, best.point.values[parameter.id] ?? '')}`)
    .join(', ');
  const ends = parameters.filter((parameter) => isAtEnd(parameter, best, rows));
  return (
    <p>
      <strong dir="auto">
        Highest of the {rows.length} points: {format.value(best.estimate.value)} at {place}.
      </strong>{' '}
      {overlapText(highest.overlapping)}
      {ends.length > 0 && ' It is at the end of the range, so values outside the range may be higher.'}
    </p>
  );
}

function isAtEnd(parameter: Parameter, best: MeasuredPoint, rows: readonly MeasuredPoint[]): boolean {
  const values = rows.flatMap(({ point }) => {
    const value = point.values[parameter.id];
    return typeof value === 'number' ? [value] : [];
  });
  const value = best.point.values[parameter.id];
  return value === Math.min(...values) || value === Math.max(...values);
}

function overlapText(overlapping: readonly number[] | null): string {
  if (overlapping === null) return 'Without intervals, it is unknown how sure this is.';
  if (overlapping.length === 0) return 'Its interval does not overlap with the interval of any other point.';
  const points =
    overlapping.length === 1
      ? 'The interval of 1 other point overlaps'
      : `The intervals of ${overlapping.length} other points overlap`;
  return `${points} with its interval, so another point may be higher.`;
}
