import * as Plot from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/index.js';
import { draw, tick } from './draw.js';
import type { Series } from './series.js';

export interface Line {
  of: Series;
  points: readonly { step: number; value: number; interval?: Interval | null | undefined }[];
}

/** Lines along steps, each with the band of its intervals; a hollow series is dashed. */
export function curvePlot(
  title: string,
  lines: readonly Line[],
  axis: string,
  format: (value: number) => string,
): Html {
  return draw(title, {
    height: 280,
    marginLeft: 56,
    marginBottom: 40,
    // A year has no thousands.
    x: { label: axis, labelAnchor: 'center', labelArrow: 'none', tickFormat: String },
    y: { label: null, grid: true, tickFormat: tick(format), ticks: 6, zero: true },
    marks: [
      Plot.ruleY([0], { stroke: '#5f5f5f' }),
      ...lines.flatMap(({ of, points }) => [
        Plot.areaY(
          points.filter(({ interval }) => interval),
          {
            x: 'step',
            y1: (point: Banded) => point.interval[0],
            y2: (point: Banded) => point.interval[1],
            fill: of.colour,
            fillOpacity: 0.18,
          },
        ),
        Plot.lineY(points, {
          x: 'step',
          y: 'value',
          stroke: of.colour,
          strokeWidth: 2,
          ...(of.isHollow && { strokeDasharray: '5 4' }),
        }),
        ...(points.length <= 40
          ? [
              Plot.dot(points, {
                x: 'step',
                y: 'value',
                r: 2.5,
                symbol: of.symbol,
                stroke: of.colour,
                fill: of.isHollow ? '#ffffff' : of.colour,
              }),
            ]
          : []),
      ]),
    ],
  });
}

interface Banded {
  interval: Interval;
}
