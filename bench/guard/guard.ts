import { runBenchmark } from '../all/run-benchmark.js';
import type { Measurements } from '../all/all.js';
import { selected } from '../all/selection.js';
import { benchmarks } from '../benchmarks.js';
import type { Figure } from '../figures.js';
import { readRecord } from '../record.js';
import { compare, guardRuns, isDecided, type Verdict } from './compare.js';
import { table } from './table.js';

const file = 'docs/benchmarks.json';

/** Measures again what docs/benchmarks.json contains. Returns whether no ratio lost more than 15% in three runs of five. */
export async function guard(names: readonly string[]): Promise<boolean> {
  const committed = readRecord<Measurements>(file);
  if (!committed) throw new Error(`${file} is missing. Write it with: npm run --silent bench -- all --json > ${file}`);
  const verdicts: Verdict[] = [];
  for (const entry of selected(benchmarks, { names, long: true })) {
    const { name } = entry.benchmark;
    const figures = committed.benchmarks.find((other) => other.name === name)?.figures.filter(({ ratio }) => ratio);
    if (!figures || figures.length === 0) continue;
    const runs: Figure[][] = [];
    let compared: Verdict[];
    do {
      process.stderr.write(`${name}: run ${runs.length + 1} of at most ${guardRuns}\n`);
      runs.push(await runBenchmark(entry));
      compared = compare(figures, runs);
    } while (runs.length < guardRuns && !isDecided(compared));
    verdicts.push(...compared.map((verdict) => ({ ...verdict, figure: `${name}: ${verdict.figure}` })));
  }
  process.stdout.write(table(verdicts));
  return verdicts.length > 0 && verdicts.every(({ failed }) => !failed);
}
