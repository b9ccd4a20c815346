import { coverageCases } from './interval-coverage/cases.js';
import { runCase, type CaseCoverage } from './interval-coverage/run-case.js';
import type { Benchmark, BenchmarkOptions, Figure } from './figures.js';
import { measuredNow, readRecord, writeRecord } from './record.js';

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
  if (record) writeRecord(recordFile, { cases: withEarlierCases(results) });
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

interface RecordedCase extends CaseCoverage {
  readonly date: string;
  readonly commit: string;
  readonly engine_version: string;
}

/** All cases in their order: the new results, and the recorded results of the other cases. */
function withEarlierCases(results: readonly CaseCoverage[]): RecordedCase[] {
  const earlier = readRecord<{ cases: RecordedCase[] }>(recordFile)?.cases ?? [];
  const measured = measuredNow();
  return coverageCases().flatMap(({ name }) => {
    const own = results.find((result) => result.name === name);
    return own ? { ...measured, ...own } : (earlier.find((result) => result.name === name) ?? []);
  });
}
