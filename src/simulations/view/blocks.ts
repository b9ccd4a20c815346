import { range } from './format-numbers.js';
import type { Block, BlockOf, Cell, Chart, ChartOf, IntervalRow, Row, Section, Series } from './view.schema.js';
import type { ErrorParts } from '../../../model/simulate.js';

type Interval = readonly [number, number];

/** A paragraph of sentences. Sentences that do not apply are empty, `undefined` or `false`. @param lead first words, in bold */
export function text(sentences: Texts, lead?: string): BlockOf<'text'> {
  return { type: 'text', ...(lead !== undefined && { lead }), text: sentencesOf(sentences) };
}

type Texts = string | readonly (string | false | undefined)[];

const sentencesOf = (texts: Texts): string => (typeof texts === 'string' ? texts : texts.filter(Boolean).join(' '));

export const heading = (title: string): Block => ({ type: 'heading', text: title });
export const list = (items: readonly string[]): Block => ({ type: 'list', items: [...items] });
export const warning = (title: string, description: string, items: readonly string[]): Block => ({
  type: 'warning',
  title,
  text: description,
  items: [...items],
});

/** @param facts names with their values; facts without a value do not apply */
export function facts(known: readonly (readonly [string, string | null | undefined])[], isCode = false): Block {
  const applying = known.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  return { type: 'facts', is_code: isCode, facts: applying };
}

/** Blocks that do not apply are `undefined` or `false`. */
export type Blocks = readonly (Block | false | null | undefined)[];

export const section = (head: Omit<Section, 'blocks'>, ...blocks: Blocks): Section => ({
  ...head,
  blocks: blocks.filter((block) => !!block),
});

/** A row of a table. Without cells, it is a heading. */
export const row = (header: string, ...cells: (string | Cell)[]): Row => ({
  header,
  cells: cells.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)),
});

export const table = (caption: string, head: readonly string[], rows: readonly Row[]): Block => ({
  type: 'table',
  ...{ caption, head: [...head], rows: [...rows] },
  is_text: false,
});

/** A table of texts, which are aligned at the left. */
export const textTable = (...content: Parameters<typeof table>): Block => ({
  ...(table(...content) as BlockOf<'table'>),
  is_text: true,
});

/** A chart and a table of the same numbers, for exact values and screen readers. */
export const figure = (
  title: string,
  chart: Chart,
  head: readonly string[],
  rows: readonly Row[],
): BlockOf<'figure'> => ({
  type: 'figure',
  title,
  chart,
  table: { caption: title, head: [...head], rows: [...rows] },
});

/** A row of a chart of intervals, with the cells of its table. */
interface IntervalsRow extends IntervalRow {
  cells: readonly (string | Cell)[];
}

/** A chart of values with their intervals, and a table with a row for each row of the chart. */
export function intervalsFigure(
  title: string,
  { axis, format, series, reference }: Pick<ChartOf<'intervals'>, 'axis' | 'format' | 'series' | 'reference'>,
  head: readonly string[],
  all: readonly IntervalsRow[],
): BlockOf<'figure'> {
  const is_difference = format === 'points' || format === 'change';
  const rows = all.map(({ label, values }) => ({ label, values }));
  return figure(
    title,
    { type: 'intervals', axis, format, is_difference, series, rows, ...(reference && { reference }) },
    head,
    all.map(({ label, cells }) => row(label, ...cells)),
  );
}

/** A value with its interval, if it is known, on a second line. */
export function valueCell(value: number, interval: Interval | null, format: (value: number) => string): Cell {
  return { text: format(value), ...(interval && { detail: range(interval, format) }) };
}

export const seriesById = {
  scenario: { id: 'scenario', label: 'this scenario' },
  baseline: { id: 'baseline', label: 'baseline' },
  observed: { id: 'observed', label: 'observed' },
  predicted: { id: 'scenario', label: 'predicted by the model' },
  simulated: { id: 'simulated', label: 'simulated by agents' },
} as const satisfies Record<string, Series>;

/** The parts of an error, in the order of their bars. */
export const errorParts = [
  { id: 'simulation', label: 'simulation' },
  { id: 'estimation', label: 'estimation' },
  { id: 'population', label: 'population' },
  { id: 'model', label: 'model' },
] as const;

/** The parts of one error: those of all figures, and those that only some simulations have. */
export function errorPartsOf(errors: ErrorParts): readonly { id: keyof ErrorParts; label: string }[] {
  return errors.targets === undefined ? errorParts : [...errorParts, { id: 'targets', label: 'calibration targets' }];
}

/**
 * Returns the parts of an axis that are outside the data.
 *
 * @param supported range of the parameter in the data; undefined for options
 */
export function outsideParts(supported: Interval | undefined, [from, to]: Interval): ChartOf<'curves'>['outside'] {
  if (!supported) return [];
  const [low, high] = supported;
  const parts: [number, number][] = [
    [from, Math.min(to, low)],
    [Math.max(from, high), to],
  ];
  return parts.filter(([start, end]) => start < end);
}
