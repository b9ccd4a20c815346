import type { ListedBenchmark } from './listed-benchmark.js';

export interface Selection {
  /** Names of the benchmarks. Empty: all. */
  names: readonly string[];
  /** Whether to include benchmarks that take long or require data. */
  long: boolean;
  runs: number;
}

/** Throws if a name is unknown. */
export function selected(
  benchmarks: readonly ListedBenchmark[],
  { names, long }: Omit<Selection, 'runs'>,
): ListedBenchmark[] {
  const unknown = names.filter((name) => !benchmarks.some(({ benchmark }) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`there is no benchmark with the name ${unknown.join(', ')}`);
  return benchmarks.filter(({ benchmark, leftOut }) =>
    names.length > 0 ? names.includes(benchmark.name) : long || leftOut === undefined,
  );
}
