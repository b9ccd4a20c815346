// Builds tables of docs/operator/performance.md and scale.md from docs/benchmarks.json, so that their figures cannot differ from the
// measurements.
import { table } from './generated-docs.mjs';

const notMeasured = 'not measured';

/**
 * Figures with a goal. `show` selects the value or the ratio; `before` was measured on 2026-11-26, on a slow and busy machine, so that only
 * ratios compare with it.
 */
export const goals = [
  {
    what: 'Created → completed, 1,000 agents, p50, compared with the engine alone',
    find: ['simulation', 'created → completed, p50', ', 1,000 agents'],
    show: 'ratio',
    before: '5.2',
    goal: 'at most 2.5',
  },
  {
    what: 'Created → completed, 10,000 agents, p50, compared with the engine alone',
    find: ['simulation', 'created → completed, p50', '10,000 agents'],
    show: 'ratio',
    before: '4.0',
    goal: 'at most 1.8',
  },
  {
    what: 'Whole result, 10,000 agents, compared with the bare pass',
    find: ['engine', 'whole result', 'the bare pass'],
    show: 'ratio',
    before: '13.3',
    goal: 'at most 6',
  },
  {
    what: 'Bare pass, 10,000 agents, compared with C -O3',
    find: ['engine', 'bare pass', 'C -O3'],
    show: 'ratio',
    before: '1.59',
    goal: 'at most 1.0',
  },
  {
    what: 'Small simulations, one worker',
    find: ['queue', 'completed by 1 worker'],
    show: 'value',
    before: '72 per second',
    goal: 'at least 216 per second',
  },
  {
    what: 'Small simulations, two workers, compared with one (the goal is for four cores)',
    find: ['queue', 'completed by 2 workers', 'completed by 1 worker'],
    show: 'ratio',
    before: '1.06',
    goal: 'at least 1.5',
  },
  {
    what: '`POST /v1/simulations`, compared with the same transaction by hand, by CPU',
    find: ['create', 'POST /v1/simulations', 'the same transaction by hand', 'creates per CPU-second'],
    show: 'ratio',
    before: '0.57',
    goal: 'at least 0.80',
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
function isMet({ goal, show }, figure) {
  const median = figure?.[show]?.median;
  if (median === undefined) return notMeasured;
  const [, bound, number, unit] = /^at (most|least) ([\d.]+)(?: (\S+))?/.exec(goal);
  const milliseconds = unit === 's' && figure.unit === 'ms';
  const limit = Number(number) * (milliseconds ? 1_000 : 1);
  return (bound === 'most' ? median > limit : median < limit) ? 'no' : 'yes';
}

/** The machine and the version of the measurements. */
export function measuredText({ date, commit, node, machine, runs }) {
  const { processor, cores, memory_gib: memory, system } = machine;
  return [
    `Measured on ${date} at commit \`${commit}\`, with ${runs} ${runs === 1 ? 'run' : 'runs'} of each benchmark:`,
    `Node.js ${node.slice(1)}, ${processor}, ${cores} cores, ${memory} GiB of memory, ${system}.`,
  ].join('\n');
}

/** Benchmarks of {@link ratioTable}: those with a goal, and the estimation. The others would make the page too long. */
const compared = new Set([...goals.map(({ find }) => find[0]), 'estimation']);

/** The figures with a comparison. The guard compares their ratios. */
export function ratioTable({ benchmarks }) {
  const rows = benchmarks
    .filter(({ name }) => compared.has(name))
    .flatMap(({ name, figures }) =>
      figures.filter(({ ratio }) => ratio !== null).map((figure) => [`\`${name}\``, ...figureCells(figure)]),
    );
  return table(['Benchmark', 'Figure', 'Measured', 'Compared'], rows);
}

/** All figures of the benchmark `scale`. */
export function scaleTable({ benchmarks }) {
  const figures = benchmarks.find(({ name }) => name === 'scale')?.figures ?? [];
  return table(['Figure', 'Measured', 'Compared'], figures.map(figureCells));
}

const figureCells = (figure) => [
  figure.case,
  shown(figure, 'value'),
  figure.ratio === null ? '' : `${shown(figure, 'ratio')} × ${figure.against}`,
];

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
