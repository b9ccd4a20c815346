import * as Plot from '@observablehq/plot';
import type { Html } from '../../../common/http/html.js';
import { draw, inLines, labelMargin, tick, toldMargin } from './draw.js';

export interface Bar {
  label: string;
  parts: readonly { value: number; colour: string }[];
  /** Said at its end. */
  told: string;
}

const LINE_HEIGHT = 13;

/** Bars that begin at 0, one below the other, each made of parts. */
export function barPlot(title: string, bars: readonly Bar[], axis: string, format: (value: number) => string): Html {
  const rows = bars.map((bar, position) => ({ ...bar, id: String(position) }));
  const labels = new Map(rows.map(({ id, label }) => [id, inLines(label)]));
  const lines = Math.max(1, ...[...labels.values()].map((label) => label.split('\n').length));
  const ends = rows.map(({ id, told, parts }) => ({ id, told, end: parts.reduce((sum, part) => sum + part.value, 0) }));
  const pieces = rows.flatMap(({ id, parts }) =>
    parts.map(({ value, colour }, position) => {
      const from = parts.slice(0, position).reduce((sum, part) => sum + part.value, 0);
      return { id, colour, from, to: from + value };
    }),
  );
  const most = Math.max(...ends.map(({ end }) => end)) || 1;
  return draw(title, {
    marginLeft: labelMargin(bars.map(({ label }) => label)),
    marginRight: toldMargin(bars.map(({ told }) => told)),
    marginBottom: 40,
    height: 60 + rows.length * (Math.max(18, lines * LINE_HEIGHT) + 8),
    x: {
      domain: [0, most],
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
      Plot.barX(pieces, { y: 'id', x1: 'from', x2: 'to', fill: (piece: { colour: string }) => piece.colour }),
      Plot.text(ends, { y: 'id', x: 'end', dx: 6, text: 'told', textAnchor: 'start' }),
      Plot.ruleX([0]),
    ],
  });
}
