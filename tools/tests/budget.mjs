// The budget of processor time of `npm test`: test/budget.yaml has the limit, and test/costs.json the recorded seconds of each test file,
// both in seconds of the machine of the first record.
//   node tools/tests/budget.mjs           fails if the last run is above the limit, also when its grown files run again; `.ci/run` calls it
//   node tools/tests/budget.mjs --record  records the last run in test/costs.json
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const projectFolder = join(import.meta.dirname, '../..');
const costsFile = join(projectFolder, 'test/costs.json');
const cacheFolder = join(projectFolder, 'node_modules/.cache/simulation-service');
/** Seconds of the last complete run on this machine. */
export const lastRunFile = join(cacheFolder, 'costs.json');

const noCosts = { all: 0, files: {} };
export const readCosts = (file = costsFile) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : noCosts);
export const readLimit = () => {
  const { seconds, raised = [] } = parse(readFileSync(join(projectFolder, 'test/budget.yaml'), 'utf8'));
  return raised.at(-1)?.seconds ?? seconds;
};

export function writeCosts(file, costs) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`);
}

/** Shorter files are mostly noise. */
const minSeconds = 0.5;

/**
 * Seconds here for one second of the record: the median over the files of both. A slow or busy machine slows all files, and a change of the
 * code only some of them.
 */
export function slownessOf(files, recorded) {
  const ratios = Object.entries(files).flatMap(([path, seconds]) =>
    recorded[path] >= minSeconds ? [seconds / recorded[path]] : [],
  );
  return ratios.length === 0 ? 1 : median(ratios);
}

/** A run in seconds of the record: `all`, and the files that grew, largest growth first. */
export function comparedWith(recorded, { all, files }) {
  const slowness = slownessOf(files, recorded.files);
  const grown = Object.entries(files)
    .map(([path, seconds]) => ({ path, by: seconds / slowness - (recorded.files[path] ?? 0) }))
    .filter(({ by }) => by >= minSeconds)
    .sort((a, b) => b.by - a.by);
  return { slowness, all: all / slowness, grown };
}

/** A run whose total is above the limit by this factor is measured again. */
const tolerance = 1.25;

/**
 * A sentence if a run is above the limit in two measurements; undefined otherwise. `measure` runs test files again and returns their seconds.
 * It runs the files that grew, and as many other files, which show how fast the machine is at that time.
 */
export function problemOf(run, recorded, limit, measure) {
  const first = comparedWith(recorded, run);
  if (first.all <= limit * tolerance) return undefined;
  const grown = first.grown.map(({ path }) => path);
  const others = Object.keys(run.files).filter((path) => recorded.files[path] >= minSeconds && !grown.includes(path));
  const again = measure([...grown, ...others.slice(0, Math.max(10, grown.length))]);
  const againOthers = Object.entries(again).filter(([path]) => !grown.includes(path));
  const slowness = slownessOf(Object.fromEntries(againOthers), recorded.files);
  // The smaller one of two measurements of each file.
  const excess = sum(
    grown.map((path) => Math.max(0, run.files[path] / first.slowness - (again[path] ?? 0) / slowness)),
  );
  const all = first.all - excess;
  if (all <= limit * tolerance) return undefined;
  const names = first.grown.slice(0, 5).map(({ path, by }) => `${path} (+${by.toFixed(1)} s)`);
  return [
    `The fast level needs ${all.toFixed(0)} s of processor time in two measurements; the limit is ${limit} s and a quarter.`,
    ...(names.length > 0 ? [`Grown since the last record: ${names.join(', ')}.`] : []),
    'Move a test to the full level, make it smaller, or pay by another file. A higher limit needs a reason in test/budget.yaml.',
  ].join('\n');
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs test files alone, and returns their seconds of processor time. */
function measured(paths) {
  const env = { ...process.env, SVC_COSTS_FILE: join(cacheFolder, 'costs-again.json') };
  spawnSync('npx', ['jest', '--runTestsByPath', ...paths], { cwd: projectFolder, stdio: 'inherit', env });
  return readCosts(env.SVC_COSTS_FILE).files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(lastRunFile)) throw new Error('there is no complete run of npm test on this machine');
  const [run, recorded] = [readCosts(lastRunFile), readCosts()];
  if (process.argv.includes('--record')) {
    // In seconds of the first record, so that the limit keeps its meaning on another machine.
    const slowness = slownessOf(run.files, recorded.files);
    const rounded = (seconds) => Math.round((10 * seconds) / slowness) / 10;
    const files = Object.fromEntries(Object.entries(run.files).map(([path, seconds]) => [path, rounded(seconds)]));
    writeCosts(costsFile, { date: new Date().toISOString().slice(0, 10), all: rounded(run.all), files });
  } else {
    const problem = problemOf(run, recorded, readLimit(), measured);
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
    process.exitCode = problem === undefined ? 0 : 1;
  }
}
