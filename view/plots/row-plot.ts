import * as Plot from '@observablehq/plot';
import { draw, fontSize, lineHeight, tick, widthOf, wrapLabel, type Drawing, type PlotSize } from './draw.js';
import type { SeriesId } from '../../src/simulations/view/view.schema.js';

/** One row of a plot. A heading has no values. */
export interface PlotRow {
  label: string;
  isHeading?: boolean | undefined;
}

/** A row with its place in the plot, in pixels. */
export type Placed<Row extends PlotRow> = Row & { text: string; top: number; middle: number; bottom: number };

interface RowPlot<Row extends PlotRow> {
  rows: readonly Row[];
  domain: readonly [number, number];
  axis: string;
  format: (value: number) => string;
  /** Pixels that the marks of a row need. */
  rowHeight: number;
  /** Texts in a column at the right of the plot, where no line crosses them. */
  valueTexts: (size: PlotSize) => readonly string[];
  hasZeroLine: boolean;
  /** A dashed line through all rows, with its name above them. */
  reference?: { value: number; label: string };
  marks: (rows: readonly Placed<Row>[], size: PlotSize) => Plot.Markish[];
}

const padding = 10;

/** Draws rows with their labels at the left, an axis for their values, and a column of texts at the right. */
export function rowPlot<Row extends PlotRow>(options: RowPlot<Row>): Drawing {
  return draw((size) => inSize(options, size));
}

function inSize<Row extends PlotRow>(options: RowPlot<Row>, size: PlotSize) {
  const { domain, axis, format, valueTexts, hasZeroLine, reference, marks } = options;
  const rows = place(options, size);
  const values = rows.filter(({ isHeading }) => !isHeading);
  const bottom = rows.at(-1)?.bottom ?? padding;
  const axisLabel = wrapLabel(axis, size.name === 'narrow' ? 30 : 80);
  const marginBottom = 31 + axisLabel.split('\n').length * lineHeight;
  const marginLeft = widthOf(rows.map(({ text }) => text)) + padding + 4;
  const label = (isHeading: boolean) =>
    Plot.text(
      rows.filter((row) => (row.isHeading ?? false) === isHeading),
      {
        y: 'middle',
        text: 'text',
        lineHeight: lineHeight / fontSize,
        frameAnchor: 'left',
        ...(isHeading
          ? { textAnchor: 'start', dx: 2 - marginLeft, fontWeight: 600 }
          : { textAnchor: 'end', dx: -padding }),
      },
    );
  return {
    marginLeft,
    marginRight: widthOf(valueTexts(size)) + padding + 4,
    marginBottom,
    height: bottom + marginBottom,
    x: {
      domain: [...domain],
      label: axisLabel,
      labelAnchor: 'center' as const,
      labelArrow: 'none' as const,
      ticks: size.ticks,
      tickFormat: tick(format),
      grid: true,
    },
    // Rows have different heights, so that they are placed in pixels.
    y: { type: 'identity' as const, axis: null },
    marks: [
      label(false),
      label(true),
      // The line is drawn next to values only, so that it crosses no heading.
      ...(hasZeroLine ? [Plot.ruleX(values, { x: 0, y1: 'top', y2: 'bottom', stroke: 'currentColor' })] : []),
      ...(reference ? referenceLine(values, reference) : []),
      ...marks(values, size),
    ],
  };
}

function referenceLine(rows: readonly Placed<PlotRow>[], { value, label }: { value: number; label: string }) {
  return [
    Plot.ruleX(rows, { x: value, y1: 'top', y2: 'bottom', stroke: 'var(--muted)', strokeDasharray: '4 4' }),
    Plot.text([label], {
      x: () => value,
      text: (text: string) => text,
      frameAnchor: 'top',
      dy: 4,
      fill: 'var(--muted)',
    }),
  ];
}

/** A text in the column at the right of the plot. */
export function valueColumn<Datum>(
  data: readonly Datum[],
  y: (datum: Datum) => number,
  text: (datum: Datum) => string,
  fill = 'currentColor',
): Plot.Markish {
  return Plot.text(data, { y, text, frameAnchor: 'right', textAnchor: 'start', dx: padding, fill });
}

function place<Row extends PlotRow>({ rows, rowHeight, reference }: RowPlot<Row>, size: PlotSize): Placed<Row>[] {
  let top = padding + (reference ? lineHeight : 0);
  return rows.map((row) => {
    const text = wrapLabel(row.label, size.labelCharacters);
    const lines = text.split('\n').length * lineHeight;
    const height = row.isHeading ? lines + 10 : Math.max(lines, rowHeight) + 6;
    const placed = { ...row, text, top, middle: top + height / 2, bottom: top + height };
    top += height;
    return placed;
  });
}

/** The marks of a series. Its symbol differs as well as its color, so that a plot is readable without colors. */
interface SeriesStyle {
  readonly color: string;
  readonly symbol: 'circle' | 'diamond2' | 'square' | 'triangle';
  readonly isHollow: boolean;
  /** The symbol as a character, for the legend. */
  readonly character: string;
}

const styles: Readonly<Record<SeriesId, Omit<SeriesStyle, 'color'>>> = {
  scenario: { symbol: 'circle', isHollow: false, character: '●' },
  baseline: { symbol: 'circle', isHollow: true, character: '○' },
  observed: { symbol: 'diamond2', isHollow: false, character: '◆' },
  simulated: { symbol: 'square', isHollow: true, character: '□' },
  second: { symbol: 'square', isHollow: false, character: '■' },
  third: { symbol: 'triangle', isHollow: false, character: '▲' },
  fourth: { symbol: 'diamond2', isHollow: false, character: '◆' },
  fifth: { symbol: 'circle', isHollow: true, character: '○' },
};

/** The colors are variables of `style.ts`. */
export const seriesStyle = (id: SeriesId): SeriesStyle => ({ ...styles[id], color: `var(--${id})` });
