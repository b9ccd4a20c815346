import type { ResultView } from '../runs.js';

type Block = ResultView['sections'][number]['blocks'][number];
type Figure = Extract<Block, { type: 'figure' }>;

/** Texts of other people, for a terminal: control characters could move the cursor or change what was printed before. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** Columns with equal widths; numbers are aligned at the right. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(plain));
  const widths = head.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  const isNumeric = head.map((_, column) => rows.every((row) => /^[−+-]?\d/.test(row[column] ?? '0')));
  const lineOf = (row: readonly string[]) =>
    widths
      .map((width, k) => (isNumeric[k] ? (row[k] ?? '').padStart(width) : (row[k] ?? '').padEnd(width)))
      .join('  ')
      .trimEnd();
  return [lineOf(lines[0]!), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1).map(lineOf)].join(
    '\n',
  );
}

/** The answer of a run: one sentence, its figure, how far to trust it, and the first limit. */
export function answerText(view: ResultView, id: string, width: number): string {
  const { title, facts, scenario, headline, trust, limits } = view;
  const parts = [
    [plain(title), ...facts.slice(0, 1), id].join(' · '),
    [...scenario.map(plain), plain(headline.text)].join('\n'),
    headline.chart?.type === 'figure' ? figureText(headline.chart, width) : '',
    [...trust, ...limits.slice(0, 1)].map((text) => `- ${plain(text)}`).join('\n'),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function figureText({ title, chart, table }: Figure, width: number): string {
  const marks = marksOf(chart);
  const head = [...table.head];
  const rows = table.rows.map(({ header, cells }) => [
    header,
    ...cells.map(({ text, detail }) => (detail ? `${text} (${detail})` : text)),
  ]);
  if (marks.length !== rows.length) return `${plain(title)}\n${tableText(head, rows)}`;
  const tableWidth = Math.max(
    ...tableText(head, rows)
      .split('\n')
      .map((line) => line.length),
  );
  const bars = barsOf(marks, Math.max(16, Math.min(60, width - tableWidth - 2)));
  return `${plain(title)}\n${tableText(
    [...head, ''],
    rows.map((row, k) => [...row, bars[k]!]),
  )}`;
}

interface Mark {
  value: number;
  interval: readonly [number, number] | null;
}

/** A value for each row of the table; none if the chart has several series. */
function marksOf(chart: Figure['chart']): Mark[] {
  const values =
    chart.type === 'intervals'
      ? chart.rows.map((row) => row.values)
      : chart.type === 'curves' && chart.lines.length === 1
        ? chart.lines[0]!.points.map((point) => [point])
        : [];
  if (values.some((of) => of.length !== 1)) return [];
  return values.map(([one]) => ({ value: one!.value, interval: (one!.interval ?? null) as Mark['interval'] }));
}

/** Intervals as `├──●──┤` on one scale; `│` marks zero. */
export function barsOf(marks: readonly Mark[], width: number): string[] {
  const ends = marks.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const column = (value: number) => (high === low ? 0 : Math.round(((value - low) / (high - low)) * (width - 1)));
  return marks.map(({ value, interval }) => {
    const cells = Array.from<string>({ length: width }).fill(' ');
    if (low < 0 && high > 0) cells[column(0)] = '│';
    if (interval) {
      const [from, to] = [column(interval[0]), column(interval[1])];
      cells.fill('─', from, to + 1);
      cells[from] = '├';
      cells[to] = '┤';
    }
    cells[column(value)] = '●';
    return cells.join('').trimEnd();
  });
}
