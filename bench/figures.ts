import { wilsonInterval } from '../model/summary/intervals.js';

/** One measured figure, with an optional comparison. */
export interface Figure {
  case: string;
  value: number;
  unit: string;
  /** Name of the figure to compare with, measured in the same run. Null without a comparison. */
  against: string | null;
  /** `value` divided by the value of `against`. */
  ratio: number | null;
  /** Target of the figure, and whether the figure meets it. */
  check?: { readonly target: string; readonly passes: boolean };
}

/** Options of the command line. */
export interface BenchmarkOptions {
  /** Number of repetitions of each case, for benchmarks that repeat a random experiment. Default: set by the case. */
  readonly repetitions?: number;
  /** Ids of the cases to run. Default: all. */
  readonly cases?: readonly string[];
  /** Whether to write the figures that the documentation shows. */
  readonly record?: boolean;
  /** Whether to measure through the whole service. */
  readonly service?: boolean;
  /** Whether to measure the parts of each case in place of the whole. */
  readonly trace?: boolean;
}

export interface Benchmark {
  name: string;
  /** One line for the usage text. */
  about: string;
  run(options: BenchmarkOptions): Promise<Figure[]>;
}

/** Quantile of the sample for probability `p`, 0 to 1, by the nearest-rank method. Throws if the sample is empty. */
export function quantile(sample: readonly number[], p: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)];
  if (value === undefined) throw new Error('an empty sample has no quantiles');
  return value;
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

/** A counted share in percent. The name of the figure contains the 95% interval for the choice of the texts. */
export function shareFigure(what: string, count: number, total: number): Figure {
  const [low, high] = wilsonInterval(count, total).map((end) => (100 * end).toFixed(1));
  const name = `${what} of ${total} (95% interval ${low} to ${high})`;
  return { case: name, value: (100 * count) / total, unit: '%', against: null, ratio: null };
}

/** CPU time of the fastest round in ms, which other load on the machine affects least. */
export function fastest(rounds: number, work: () => void): number {
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}
