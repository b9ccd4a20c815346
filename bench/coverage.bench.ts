import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { ENGINE_VERSION } from '../src/engine/index.js';
import { coverageCases } from './interval-coverage/cases.js';
import { runCase, type CaseCoverage } from './interval-coverage/run-case.js';
import type { Benchmark, BenchmarkOptions, Figure } from './figures.js';

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const number = (value: number) => value.toFixed(4);

const recordFile = 'docs/validation/coverage.json';

/** Coverage of the 95% intervals: data from known coefficients, a fit, and the share of intervals with the true value. */
export const coverage: Benchmark = {
  name: 'coverage',
  about: 'share of 95% intervals that contain the true value, by model family (--repetitions, --cases, --record)',
  run: measure,
};

async function measure({ repetitions, cases: selected, record = false }: BenchmarkOptions): Promise<Figure[]> {
  const cases = coverageCases().filter(({ name }) => !selected || selected.includes(name));
  const results: CaseCoverage[] = [];
  for (const own of cases) {
    const startedAt = performance.now();
    const result = await runCase(own, repetitions ?? own.repetitions);
    results.push(result);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    process.stderr.write(`${own.name}: ${result.repetitions} repetitions in ${seconds} s\n`);
    for (const { target, coverage: share, truth, bias, deviation, width } of result.targets)
      process.stderr.write(
        `  ${target.padEnd(20)} ${percent(share)}  truth ${number(truth)}  bias ${number(bias)}  deviation ${number(deviation)}  half-width / 1.96 ${number(width / 2 / 1.96)}\n`,
      );
    for (const [message, count] of Object.entries(result.failures))
      process.stderr.write(`  ${count} failed: ${message}\n`);
  }
  if (record) writeRecord(results);
  return results.flatMap(({ name, targets }) =>
    targets.map(({ target, coverage: share }) => ({
      case: `${name}: ${target}`,
      value: 100 * share,
      unit: '%',
      against: null,
      ratio: null,
    })),
  );
}

/** Writes the table of the documentation, with the date and the commit of the run. */
function writeRecord(cases: readonly CaseCoverage[]): void {
  const file = join(projectFolder, recordFile);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectFolder, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const digits = (value: number) => Number(value.toPrecision(6));
  const rounded = cases.map(({ targets, ...own }) => ({
    ...own,
    targets: targets.map(({ target, ...values }) => ({
      target,
      ...Object.fromEntries(Object.entries(values).map(([id, value]) => [id, digits(value)])),
    })),
  }));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ date, commit, engine_version: ENGINE_VERSION, cases: rounded }, null, 2)}\n`);
}
