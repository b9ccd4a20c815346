import { coverageCases } from './interval-coverage/cases.js';
import type { TargetCoverage } from './interval-coverage/measured-target.js';
import { runCase, type CaseCoverage } from './interval-coverage/run-case.js';
import type { Benchmark, BenchmarkOptions, Figure } from './figures.js';
import { measuredNow, readRecord, writeRecord } from './record.js';

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const number = (value: number) => value.toFixed(4);

const recordFile = 'docs/validation/coverage.json';

/**
 * Coverage of the 95% intervals: data from known coefficients, a fit, and the share of intervals with the true value. Cases with whole
 * calibrations also compare the widths with those of another program.
 */
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
    for (const target of result.targets) process.stderr.write(`  ${targetText(target)}\n`);
    for (const [message, count] of Object.entries(result.failures))
      process.stderr.write(`  ${count} failed: ${message}\n`);
  }
  if (record) writeRecord(recordFile, { cases: withEarlierCases(results) });
  return results.flatMap(({ name, targets }) => targets.flatMap((target) => figuresOf(name, target)));
}

function targetText({ target, coverage: share, truth, bias, deviation, width, reference }: TargetCoverage): string {
  const own = `${target.padEnd(20)} ${percent(share)}  truth ${number(truth)}  bias ${number(bias)}  deviation ${number(deviation)}  half-width / 1.96 ${number(width / 2 / 1.96)}`;
  if (!reference) return own;
  const { coverage: ofReference, z, width_ratio: ratio, errors } = reference;
  const parts = Object.entries(errors).map(([part, error]) => `${part} ${error === null ? 'unknown' : number(error)}`);
  return `${own}  (${parts.join(', ')})  R: ${percent(ofReference)}, z ${z.toFixed(1)}, width × ${ratio.toFixed(2)}`;
}

/** One figure for each target of the measurement. */
function figuresOf(name: string, { target, reference, checks }: TargetCoverage): Figure[] {
  return checks.map(({ measure: measured, value, least, most, passes }) => {
    const z = measured === 'width' && reference ? ` (z ${reference.z.toFixed(1)})` : '';
    return {
      case: `${name}: ${target}${measureNames[measured]}${z}`,
      value: 100 * value,
      unit: '%',
      ...{ against: null, ratio: null },
      check: { target: targetOf(least, most), passes },
    };
  });
}

const targetOf = (...limits: [number, number]) => {
  const [low, high] = limits.map((limit) => Math.round(100 * limit));
  return low === 0 ? `at most ${high}` : `${low} to ${high}`;
};

const measureNames = { coverage: '', width: ", width / R's", width_range: ', widest / narrowest' };

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
