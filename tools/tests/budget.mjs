// The budget of processor time of `npm test`. The limits are in test/budget.yaml, and the seconds of the last recorded run in
// test/costs.json: `node tools/tests/record-costs.mjs` records the last complete run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const projectFolder = join(import.meta.dirname, '../..');
export const costsFile = join(projectFolder, 'test/costs.json');
/** Costs of the last complete run on this machine. */
export const lastRunFile = join(projectFolder, 'node_modules/.cache/simulation-service/costs.json');

export const readBudget = () => parse(readFileSync(join(projectFolder, 'test/budget.yaml'), 'utf8'));
export const readCosts = (file = costsFile) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: {} };

export function writeCosts(file, costs) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`);
}

/** Unit tests by folder, and other tests by kind. */
export const groupOf = (path) => /^(?:src\/[^/]+|test\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? path;

/**
 * Seconds on the reference machine, of a whole run: `files` are the test files in the order in which they ended, with their seconds on
 * this machine, and some with the seconds of the yardstick at this time; `checks` has the seconds of the build and the checks, and `all`
 * the seconds of everything.
 */
export function costsOf({ files, checks, all }, budget) {
  const yardsticks = files.flatMap(({ yardstick }, at) =>
    yardstick === undefined ? [] : [{ at, seconds: yardstick }],
  );
  // Costs are sums, so that the mean of the measurements is the speed that counts. On a busy machine, a few of them are much slower.
  const speed = budget.yardstick / mean(yardsticks.map(({ seconds }) => seconds));
  // The speed of a shared machine changes within minutes.
  const speedAt = (at) => {
    const nearest = [...yardsticks].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).slice(0, 5);
    return budget.yardstick / mean(nearest.map(({ seconds }) => seconds));
  };
  const costs = files.map(({ path, seconds }, at) => ({ path, seconds: seconds * speedAt(at) }));
  const groups = { checks: speed * checks };
  for (const { path, seconds } of costs) groups[groupOf(path)] = (groups[groupOf(path)] ?? 0) + seconds;
  groups['shared service and Jest'] = speed * (all - checks - sum(files.map(({ seconds }) => seconds)));
  return {
    files: rounded(Object.fromEntries(costs.map(({ path, seconds }) => [path, seconds]))),
    groups: rounded(groups),
    all: Math.round(10 * sum(Object.values(groups))) / 10,
  };
}

const limitOf = ({ seconds, raised = [] }) => raised.at(-1)?.seconds ?? seconds;

/** A line for each limit that the costs exceed, with the files that grew. Without lines, the run is within its budget. */
export function exceededLimits(costs, budget, recorded) {
  const problems = [];
  for (const [path, seconds] of Object.entries(costs.files)) {
    const limit = limitOf(budget.files[path] ?? { seconds: budget.file });
    if (seconds > limit) problems.push(`${path} needs ${seconds} s (limit ${limit} s)`);
  }
  for (const [group, seconds] of Object.entries(costs.groups)) {
    const limit = limitOf(budget.groups[group] ?? { seconds: budget.group });
    if (seconds > limit)
      problems.push(`The group ${group} needs ${seconds} s (limit ${limit} s)${grown(costs, recorded, group)}`);
  }
  if (costs.all > limitOf(budget.all))
    problems.push(`All tests and checks need ${costs.all} s (limit ${limitOf(budget.all)} s)${grown(costs, recorded)}`);
  if (problems.length > 0) problems.push(advice);
  return problems;
}

const advice =
  'Move a test to the full level (test/support/full-level.ts), make it smaller, or pay by another file. A higher limit needs a reason in test/budget.yaml.';

/** Smaller differences between two runs are noise. */
const minGrowthSeconds = 0.5;
const maxListed = 5;

function grown(costs, recorded, group) {
  const files = Object.entries(costs.files)
    .filter(([path]) => group === undefined || groupOf(path) === group)
    .map(([path, seconds]) => ({ path, by: seconds - (recorded.files[path] ?? 0) }))
    .filter(({ by }) => by >= minGrowthSeconds)
    .sort((a, b) => b.by - a.by)
    .slice(0, maxListed);
  if (files.length === 0) return '';
  return `; grown since the last record: ${files.map(({ path, by }) => `${path} (+${by.toFixed(1)} s)`).join(', ')}`;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** In the order of their names, to a tenth of a second. */
const rounded = (seconds) =>
  Object.fromEntries(
    Object.entries(seconds)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, Math.round(10 * value) / 10]),
  );

const mean = (values) => sum(values) / values.length;
