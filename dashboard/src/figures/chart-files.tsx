import { useMutation } from '@tanstack/react-query';
import type { BlockOf, Chart } from '../../../src/simulations/view/view.schema';
import { saveFile } from '../components/buttons';
import { ActionMenu, MenuAction } from '../components/action-menu';
import { ErrorNotice } from '../components/notice';
import './figures.css';

type FigureBlock = BlockOf<'figure'>;

/** Pixels of a PNG for each pixel of the drawing, so that it is sharp on paper. */
const pngScale = 2;
const padding = 16;
const titleHeight = 28;

/**
 * Saves a chart as a picture, and its numbers as a table. The name of a file is that of the page and the chart. The first picture loads the
 * plotting library.
 */
export function ChartFiles({ figure }: { figure: FigureBlock }) {
  const save = useMutation({
    mutationFn: async (type: 'svg' | 'png' | 'csv') => saveFile(await contentOf[type](figure), nameOf(figure, type)),
  });
  return (
    <div className="chart-files view">
      <ActionMenu label="Download" name={`Download “${figure.title}”`} look="plain">
        {(['svg', 'png', 'csv'] as const).map((type) => (
          <MenuAction key={type} onSelect={() => save.mutate(type)}>
            {labels[type]}
          </MenuAction>
        ))}
      </ActionMenu>
      {save.error && <ErrorNotice error={save.error} />}
    </div>
  );
}

const labels = { svg: 'Picture (SVG)', png: 'Picture (PNG)', csv: 'Numbers (CSV)' };

const contentOf = {
  svg: async ({ title, chart }: FigureBlock) =>
    new Blob([(await svgFile(title, chart)).svg], { type: 'image/svg+xml' }),
  png: ({ title, chart }: FigureBlock) => pngFile(title, chart),
  csv: ({ chart }: FigureBlock) => new Blob([chartCsv(chart)], { type: 'text/csv' }),
};

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);

function nameOf({ title }: FigureBlock, type: string): string {
  const [page = ''] = document.title.split(' · ');
  return `${[page, title].map(slugOf).filter(Boolean).join('-')}.${type}`;
}

/** The drawing with its title and legend, in the colors of this page. Variables of its style do not exist in a file. */
async function svgFile(title: string, chart: Chart) {
  const [{ drawingOf }, { seriesStyle }] = await Promise.all([
    import('../../../view/chart'),
    import('../../../view/plots/row-plot'),
    import('./view-style'),
  ]);
  const drawn = new DOMParser().parseFromString(drawingOf(chart)('wide'), 'text/html').querySelector('svg')!;
  const style = getComputedStyle(document.querySelector('.view') ?? document.body);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const [width, height] = ['width', 'height'].map((name) => Number(drawn.getAttribute(name))) as [number, number];
  const legend = 'series' in chart && chart.series.length > 1 ? chart.series : [];
  const top = padding + titleHeight * (legend.length > 0 ? 2 : 1);
  const [fullWidth, fullHeight] = [width + 2 * padding, height + top + padding];
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const [name, value] of [
    ['x', padding],
    ['y', top],
  ] as const)
    drawn.setAttribute(name, String(value));
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const text = (y: number, content: string, more: string) =>
    `<text x="${padding}" y="${y}" font-family="system-ui, sans-serif" fill="${style.color}" ${more}>${content}</text>`;
  const parts = legend.map(
    ({ id, label }) => `<tspan fill="var(--${id})">${seriesStyle(id).character}</tspan> ${escaped(label)}\u2003`,
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}" color="${style.color}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="var(--page)"/>`,
    text(padding + 14, escaped(title), 'font-size="15" font-weight="600"'),
    ...(legend.length > 0 ? [text(padding + titleHeight + 10, parts.join(''), 'font-size="12"')] : []),
    new XMLSerializer().serializeToString(drawn),
    '</svg>',
  ].join('');
  return { svg: resolved(svg, color), width: fullWidth, height: fullHeight };
}

/** Replaces variables by their values, also in values. */
function resolved(svg: string, color: (name: string) => string): string {
  const next = svg.replaceAll(/var\((--[a-z0-9-]+)\)/g, (_, name: string) => color(name) || 'currentColor');
  return next === svg ? next : resolved(next, color);
}

async function pngFile(title: string, chart: Chart): Promise<Blob> {
  const { svg, width, height } = await svgFile(title, chart);
  const image = new Image();
  // The policy of the page permits images of this form.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * pngScale, height * pngScale];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  );
}

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
          points.map(({ step, value, interval }) => [step, seriesName(chart, series), value, ...endsOf(interval)]),
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
      seriesName(chart, series),
      value,
      ...endsOf(interval),
    ]);
  });
}

const seriesName = ({ series }: Pick<Intervals, 'series'>, id: string) =>
  series.find((one) => one.id === id)?.label ?? id;
const endsOf = (interval: readonly [number, number] | null): Cell[] => [interval?.[0] ?? null, interval?.[1] ?? null];

/** Quotation marks around each text, so that no label starts a formula or ends a cell. */
const lineOf = (cells: readonly Cell[]) =>
  cells
    .map((cell) =>
      typeof cell === 'string' ? `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"` : (cell ?? ''),
    )
    .join(',');
