import type { Benchmark } from '../figures.js';

export interface ListedBenchmark {
  benchmark: Benchmark;
  /** `all` and `guard` stop the benchmark after this time. */
  maxMinutes: number;
  /** Why `all` and `guard` leave this benchmark out, unless `--long` is set. */
  leftOut?: string;
}
