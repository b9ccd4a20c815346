// Runs the stale suites of the full level and records each that passes: npm run test:full -- [SUITE …] [--all] [--list]
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { supervise } from '../supervise.mjs';
import { currentSuites, readRecords, recordRun, staleSuites, suites } from './suites.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, list: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  print(`There is no suite ${unknown.join(', ')}. The suites are ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const records = readRecords();
const current = currentSuites();
const stale = new Set(staleSuites(current, records).map(({ name }) => name));
const selected = current.filter(({ name }) =>
  positionals.length > 0 ? positionals.includes(name) : values.all || stale.has(name),
);
for (const { name, proves, files } of current) {
  const record = records[name];
  const time = record === undefined ? 'not recorded' : `${minutes(record.seconds)}, passed ${record.date}`;
  print(
    `${stale.has(name) ? 'stale  ' : 'passed '} ${name.padEnd(14)} test files: ${files.length}, ${time}. ${proves}`,
  );
}
const recorded = selected.flatMap(({ name }) => records[name] ?? []);
const seconds = recorded.reduce((sum, record) => sum + record.seconds, 0);
print(`${selected.length} suites to run: ${minutes(seconds)} for the ${recorded.length} that have a recorded time.`);

// A new seed for each run finds new cases. `SVC_SEED=… npm run test:full` repeats a run.
const seed = Number(process.env.SVC_SEED ?? randomInt(2 ** 31));
Object.assign(process.env, { SVC_FULL: '1', SVC_SEED: String(seed) });
const failed = [];
if (!values.list) {
  print(`SVC_SEED=${seed}`);
  for (const suite of selected) {
    const problem = await problemOf(suite);
    if (problem === 'interrupted') break;
    if (problem !== undefined) failed.push(`${suite.name} (${problem})`);
  }
}
if (failed.length > 0) print(`Not recorded: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : process.exitCode;

/** Runs a suite and records it. Returns why it was not recorded, or undefined. */
async function problemOf({ name, files, content }) {
  if (files.length === 0) return undefined;
  print(`Running ${name} …`);
  const startedAtMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'simulation-service-suite-'));
  const resultFile = join(folder, 'result.json');
  try {
    const code = await supervise('jest', [
      '--json',
      `--outputFile=${resultFile}`,
      '--reporters=default',
      '--runTestsByPath',
      ...files,
    ]);
    if (code > 128) {
      process.exitCode = code;
      return 'interrupted';
    }
    if (code !== 0) return 'failed';
    const { numPendingTests } = JSON.parse(readFileSync(resultFile, 'utf8'));
    if (numPendingTests > 0)
      return `${numPendingTests} tests skipped, because calibration data or Python packages are missing`;
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    recordRun(name, { content, date: new Date().toISOString().slice(0, 10), seed, seconds });
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function minutes(seconds) {
  return `${Math.ceil(seconds / 60)} min`;
}

function print(line) {
  process.stderr.write(`${line}\n`);
}
