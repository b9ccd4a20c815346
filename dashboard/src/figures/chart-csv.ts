import type { Chart } from '../../../src/simulations/view/view.schema';

type Cell = string | number | boolean | null;

/** The numbers of a chart as they are, not as they are written: shares from 0 to 1, and the ends of their intervals. */
export function chartCsv(chart: Chart): string {
  return `${tableOf(chart).map(lineOf).join('\r\n')}\r\n`;
}

function tableOf(chart: Chart): Cell[][] {
  switch (chart.type) {
    case 'intervals':
      return [['label', 'series', 'value', 'interval_low', 'interval_high'], ...intervalRows(chart)];
    case 'bars':
      return [['label', 'value'], ...chart.bars.map(({ label, value }) => [label, value])];
    case 'tornado':
      return [
        ['label', 'low', 'high', 'low_at', 'high_at', 'base'],
        ...chart.bars.map((bar) => [bar.label, bar.low, bar.high, bar.low_at, bar.high_at, chart.base]),
      ];
    case 'curves':
      return [
        [chart.axis, 'series', 'value', 'interval_low', 'interval_high'],
        ...chart.lines.flatMap(({ series, points }) =>
          points.map(({ step, value, interval }) => [step, nameOf(chart, series), value, ...endsOf(interval)]),
        ),
      ];
    case 'heat_map':
      return [
        [chart.x_axis, chart.y_axis, 'value', 'is_feasible'],
        ...chart.cells.map(({ x, y, value, is_feasible: isFeasible }) => [x, y, value, isFeasible]),
      ];
  }
}

type Intervals = Extract<Chart, { type: 'intervals' }>;

/** A heading is the name of the rows below it. */
function intervalRows(chart: Intervals): Cell[][] {
  let heading = '';
  return chart.rows.flatMap(({ label, values }) => {
    if (values.length === 0) heading = `${label}: `;
    return values.map(({ series, value, interval }) => [
      `${heading}${label}`,
      nameOf(chart, series),
      value,
      ...endsOf(interval),
    ]);
  });
}

const nameOf = ({ series }: Pick<Intervals, 'series'>, id: string) => series.find((one) => one.id === id)?.label ?? id;
const endsOf = (interval: readonly [number, number] | null): Cell[] => [interval?.[0] ?? null, interval?.[1] ?? null];

/** Quotation marks around each text, so that no label starts a formula or ends a cell. */
const lineOf = (cells: readonly Cell[]) =>
  cells
    .map((cell) =>
      typeof cell === 'string' ? `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"` : (cell ?? ''),
    )
    .join(',');
