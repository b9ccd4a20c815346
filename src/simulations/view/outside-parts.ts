import type { Parameter } from '../../engine/definition.js';
import type { ChartOf } from './view.schema.js';

/** The parts of an axis that are outside the range of its parameter in the data. */
export function outsideParts(
  parameter: Parameter | undefined,
  [from, to]: readonly [number, number],
): ChartOf<'curves'>['outside'] {
  if (!parameter || parameter.type === 'choice') return [];
  const [low, high] = parameter.calibrated_range;
  const parts: [number, number][] = [
    [from, Math.min(to, low)],
    [Math.max(from, high), to],
  ];
  return parts.filter(([start, end]) => start < end);
}
