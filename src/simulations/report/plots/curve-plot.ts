import { Plot } from './plot-library.js';
import type { Html } from '../../../common/http/html.js';
import type { Interval } from '../../../engine/simulate.js';
import { draw, tick } from './draw.js';
import type { Series } from './series.js';

export interface Line {
  series: Series;
  points: readonly { step: number; value: number; interval?: Interval | null | undefined }[];
}

/** Draws lines along steps, each with a band for its intervals. A hollow series is dashed. */
export function curvePlot(
  title: string,
  lines: readonly Line[],
  axis: string,
  format: (value: number) => string,
): Html {
  return draw(title, ({ name, ticks }) => ({
    height: name === 'wide' ? 300 : 240,
    marginLeft: name === 'wide' ? 56 : 44,
    marginBottom: 42,
    // Not formatted as numbers: a year has no thousands separator.
    x: { label: axis, labelAnchor: 'center', labelArrow: 'none', ticks, tickFormat: String },
    y: { label: null, grid: true, tickFormat: tick(format), ticks: 6, zero: true },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor' }),
      ...lines.flatMap(({ series, points }) => [
        Plot.areaY(
          points.filter(({ interval }) => interval),
          {
            x: 'step',
            y1: (point: Banded) => point.interval[0],
            y2: (point: Banded) => point.interval[1],
            fill: series.color,
            fillOpacity: 0.18,
          },
        ),
        Plot.lineY(points, {
          x: 'step',
          y: 'value',
          stroke: series.color,
          strokeWidth: 2,
          ...(series.isHollow && { strokeDasharray: '5 4' }),
        }),
        ...(points.length <= 40
          ? [
              Plot.dot(points, {
                x: 'step',
                y: 'value',
                r: 2.5,
                symbol: series.symbol,
                stroke: series.color,
                fill: series.isHollow ? 'var(--page)' : series.color,
              }),
            ]
          : []),
      ]),
    ],
  }));
}

interface Banded {
  interval: Interval;
}
