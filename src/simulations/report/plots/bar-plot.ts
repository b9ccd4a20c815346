import * as Plot from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import { draw, wrapLabel, labelMargin, tick, valueMargin } from './draw.js';

export interface Bar {
  label: string;
  parts: readonly { value: number; color: string }[];
  /** The text at the end of the bar. */
  valueLabel: string;
}

const lineHeight = 13;

/** Draws horizontal bars that start at 0. Each bar is a stack of parts. */
export function barPlot(title: string, bars: readonly Bar[], axis: string, format: (value: number) => string): Html {
  const rows = bars.map((bar, position) => ({ ...bar, id: String(position) }));
  const labels = new Map(rows.map(({ id, label }) => [id, wrapLabel(label)]));
  const lines = Math.max(1, ...[...labels.values()].map((label) => label.split('\n').length));
  const ends = rows.map(({ id, valueLabel, parts }) => ({
    id,
    valueLabel,
    end: parts.reduce((sum, part) => sum + part.value, 0),
  }));
  const pieces = rows.flatMap(({ id, parts }) =>
    parts.map(({ value, color }, position) => {
      const from = parts.slice(0, position).reduce((sum, part) => sum + part.value, 0);
      return { id, color, from, to: from + value };
    }),
  );
  const max = Math.max(...ends.map(({ end }) => end)) || 1;
  return draw(title, {
    marginLeft: labelMargin(bars.map(({ label }) => label)),
    marginRight: valueMargin(bars.map(({ valueLabel }) => valueLabel)),
    marginBottom: 40,
    height: 60 + rows.length * (Math.max(18, lines * lineHeight) + 8),
    x: {
      domain: [0, max],
      grid: true,
      label: axis,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: 6,
      tickFormat: tick(format),
    },
    y: { domain: rows.map(({ id }) => id), label: null, padding: 0.3 },
    marks: [
      Plot.axisY({ tickSize: 0, tickFormat: (id: string) => labels.get(id) ?? '', label: null }),
      Plot.barX(pieces, { y: 'id', x1: 'from', x2: 'to', fill: (piece: { color: string }) => piece.color }),
      Plot.text(ends, { y: 'id', x: 'end', dx: 6, text: 'valueLabel', textAnchor: 'start' }),
      Plot.ruleX([0]),
    ],
  });
}
