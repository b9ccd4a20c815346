// Builds the tables of docs/operator/performance.md from docs/benchmarks.json, so that its figures cannot differ from the measurements.
import { table } from './generated-docs.mjs';

const notMeasured = 'not measured';

/**
 * Figures with a goal. `show` selects the value or the ratio; `before` was measured before the work on speed. If `partial`, the
 * measurement leaves out a part of what the goal limits, so it can show that the goal is missed, but not that it is met.
 */
export const goals = [
  {
    what: 'Bare pass, 10,000 agents, compared with C -O3',
    find: ['engine', 'bare pass', 'C -O3'],
    show: 'ratio',
    before: '4.3',
    goal: 'at most 1.0',
  },
  {
    what: 'Whole result without its Parquet file, 10,000 agents',
    find: ['engine', 'whole result'],
    show: 'value',
    before: '55 to 65 ms with Parquet',
    goal: 'at most 15 ms with Parquet',
    partial: true,
  },
  {
    what: 'Created → completed, 10,000 agents, p50',
    find: ['simulation', 'created → completed, p50', '10,000 agents'],
    show: 'value',
    before: '163 ms',
    goal: 'at most 50 ms',
  },
  {
    what: 'Created → completed, 10,000 agents, p95',
    find: ['simulation', 'created → completed, p95', '10,000 agents'],
    show: 'value',
    before: '233 ms',
    goal: 'at most 100 ms',
  },
  {
    what: 'Created → completed, 1,000 agents, p50',
    find: ['simulation', 'created → completed, p50', ', 1,000 agents'],
    show: 'value',
    before: 'not measured',
    goal: 'at most 25 ms',
  },
  {
    what: 'Small simulations, one worker',
    find: ['queue', 'completed by 1 worker'],
    show: 'value',
    before: '65 per second',
    goal: 'at least 250 per second',
  },
  {
    what: '`GET /v1/usage`, compared with a bare Nest route',
    find: ['http', 'GET /v1/usage', 'bare Nest route'],
    show: 'ratio',
    before: '0.72',
    goal: 'at least 0.85',
  },
  {
    what: '`GET /v1/api-keys?limit=1`, compared with a bare Nest route',
    find: ['http', 'GET /v1/api-keys?limit=1', 'bare Nest route'],
    show: 'ratio',
    before: '0.41',
    goal: 'at least 0.70',
  },
  {
    what: '`POST /v1/simulations`, compared with the same transaction by hand, by CPU',
    find: ['create', 'POST /v1/simulations', 'the same transaction by hand', 'creates per CPU-second'],
    show: 'ratio',
    before: '0.60',
    goal: 'at least 0.85',
  },
  {
    what: 'Results of 10,000 agents with transcripts, JSON',
    find: ['results', 'JSON'],
    show: 'value',
    before: '1,030 ms',
    goal: 'at most 300 ms',
  },
  {
    what: 'Results of 10,000 agents with transcripts, NDJSON',
    find: ['results', 'NDJSON'],
    show: 'value',
    before: 'not measured',
    goal: 'at most 300 ms',
  },
  {
    what: 'Results of 10,000 agents with transcripts, CSV',
    find: ['results', 'CSV'],
    show: 'value',
    before: 'not measured',
    goal: 'at most 300 ms',
  },
  {
    what: '20 concurrent downloads of results, memory above idle',
    find: ['results', 'JSON of the results: memory above idle'],
    show: 'value',
    before: '72 to 112 MB',
    goal: 'at most 60 MB',
  },
  {
    what: 'Deliveries to one endpoint, compared with undici alone, by CPU',
    find: ['delivery', 'deliveries to one endpoint', 'undici alone', 'per CPU-second'],
    show: 'ratio',
    before: '0.23',
    goal: 'at least 0.40',
  },
  {
    what: 'Deliveries to 200 endpoints, compared with undici alone, by CPU',
    find: ['delivery', 'deliveries to 200 endpoints', 'undici alone', 'per CPU-second'],
    show: 'ratio',
    before: '0.42',
    goal: 'at least 0.60',
  },
  {
    what: 'First start of `npm start`',
    find: ['start', 'first start, median'],
    show: 'value',
    before: '3.7 s',
    goal: 'at most 2.5 s',
  },
  {
    what: 'Later starts of `npm start`',
    find: ['start', 'later start, median'],
    show: 'value',
    before: '2.5 s',
    goal: 'at most 1.2 s',
  },
];

/** The goals with their measured figures: median, and minimum to maximum of several runs. The first sentence counts the goals that are met. */
export function goalTable(measured) {
  const judged = goals.map((own) => {
    const figure = figureOf(measured, own.find);
    return { ...own, figure, met: isMet(own, figure) };
  });
  const rows = judged.map(({ what, find, show, before, goal, figure, met }) => [
    what,
    before,
    goal,
    shown(figure, show),
    met,
    `\`${find[0]}\``,
  ]);
  const [yes, no, unknown] = ['yes', 'no', notMeasured].map((own) => judged.filter(({ met }) => met === own).length);
  return [
    `Of ${goals.length} goals, ${yes} are met, ${no} are missed and ${unknown} are not measured.`,
    table(['Figure', 'Before', 'Goal', 'Measured', 'Met', 'Benchmark'], rows),
  ].join('\n\n');
}

/** Compares the median with a goal such as "at most 2.5 s". Returns "yes", "no" or "not measured". */
function isMet({ goal, show, partial = false }, figure) {
  const median = figure?.[show]?.median;
  if (median === undefined) return notMeasured;
  const [, bound, number, unit] = /^at (most|least) ([\d.]+)(?: (\S+))?/.exec(goal);
  const milliseconds = unit === 's' && figure.unit === 'ms';
  const limit = Number(number) * (milliseconds ? 1_000 : 1);
  if (bound === 'most' ? median > limit : median < limit) return 'no';
  return partial ? notMeasured : 'yes';
}

/** The machine and the version of the measurements. */
export function measuredText({ date, commit, node, machine, runs }) {
  const { processor, cores, memory_gib: memory, system } = machine;
  return [
    `Measured on ${date} at commit \`${commit}\`, with ${runs} ${runs === 1 ? 'run' : 'runs'} of each benchmark:`,
    `Node.js ${node.slice(1)}, ${processor}, ${cores} cores, ${memory} GiB of memory, ${system}.`,
  ].join('\n');
}

/** All figures with a comparison. The guard compares their ratios. */
export function ratioTable({ benchmarks }) {
  const rows = benchmarks.flatMap(({ name, figures }) =>
    figures
      .filter(({ ratio }) => ratio !== null)
      .map((figure) => [
        `\`${name}\``,
        figure.case,
        shown(figure, 'value'),
        `${shown(figure, 'ratio')} × ${figure.against}`,
      ]),
  );
  return table(['Benchmark', 'Figure', 'Measured', 'Compared'], rows);
}

function figureOf({ benchmarks }, [name, caseStart, against = '', unit]) {
  const candidates = benchmarks
    .filter((benchmark) => benchmark.name === name)
    .flatMap(({ figures }) => figures)
    .filter((figure) => (figure.against ?? '').includes(against) && (unit === undefined || figure.unit === unit));
  return (
    candidates.find((figure) => figure.case === caseStart) ??
    candidates.find((figure) => figure.case.startsWith(caseStart))
  );
}

function shown(figure, show) {
  const spread = figure?.[show];
  if (!spread) return notMeasured;
  const { median, minimum, maximum } = spread;
  const unit = show === 'ratio' ? '' : ` ${figure.unit}`;
  const range = minimum === maximum ? '' : ` (${number(minimum)} to ${number(maximum)})`;
  return `${number(median)}${unit}${range}`;
}

/** Two digits after the point below 10, one below 100, otherwise none. */
function number(value) {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
