import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { benchmarks } from '../benchmarks.js';
import type { Figure } from '../figures.js';
import { measuredNow } from '../record.js';
import type { ListedBenchmark } from './listed-benchmark.js';
import { runBenchmark } from './run-benchmark.js';
import { selected, type Selection } from './selection.js';
import { summarize, type FigureSummary } from './summary.js';

/** Content of docs/benchmarks.json. */
export interface Measurements {
  date: string;
  commit: string;
  engine_version: string;
  node: string;
  machine: { system: string; processor: string; cores: number; memory_gib: number };
  runs: number;
  benchmarks: { name: string; about: string; figures: FigureSummary[] }[];
  left_out: { name: string; reason: string }[];
  failed: { name: string; error: string }[];
}

/** Runs the benchmarks one after another. A benchmark that fails does not stop the others. */
export async function measureAll(selection: Selection): Promise<Measurements> {
  const listed = selected(benchmarks, selection);
  const measured: Measurements = {
    ...measuredNow(),
    node: process.version,
    machine: thisMachine(),
    runs: selection.runs,
    benchmarks: [],
    left_out: benchmarks
      .filter((entry) => !listed.includes(entry))
      .map(({ benchmark, leftOut }) => ({ name: benchmark.name, reason: leftOut ?? 'not selected' })),
    failed: [],
  };
  for (const entry of listed) {
    const { name, about } = entry.benchmark;
    try {
      measured.benchmarks.push({ name, about, figures: summarize(await runsOf(entry, selection.runs)) });
    } catch (error) {
      measured.failed.push({ name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return measured;
}

async function runsOf(entry: ListedBenchmark, count: number): Promise<Figure[][]> {
  const runs: Figure[][] = [];
  while (runs.length < count) {
    process.stderr.write(
      `${entry.benchmark.name}: run ${runs.length + 1} of ${count}, up to ${entry.maxMinutes} min\n`,
    );
    runs.push(await runBenchmark(entry));
  }
  return runs;
}

function thisMachine(): Measurements['machine'] {
  return {
    system: `${type()} ${release().split('-')[0]}, ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / 2 ** 30),
  };
}
