import type { ChartOf } from './view.schema.js';

/** A range in the data or of an axis, from its lowest to its highest value. */
type Range = readonly [number, number];

/**
 * Returns the parts of an axis that are outside the data.
 *
 * @param supported range of the parameter in the data; undefined for options
 */
export function outsideParts(supported: Range | undefined, [from, to]: Range): ChartOf<'curves'>['outside'] {
  if (!supported) return [];
  const [low, high] = supported;
  const parts: [number, number][] = [
    [from, Math.min(to, low)],
    [Math.max(from, high), to],
  ];
  return parts.filter(([start, end]) => start < end);
}
