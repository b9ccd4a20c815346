/** One measured figure, and what it is to be read against. */
export interface Figure {
  case: string;
  value: number;
  unit: string;
  /** What it is compared with, measured in the same run; null where it stands alone. */
  against: string | null;
  /** value of the case ÷ value of what it is compared with. */
  ratio: number | null;
}

export interface Benchmark {
  name: string;
  /** One line: what is measured, how. */
  about: string;
  run(): Promise<Figure[]>;
}

/** The value below which a share `p` of the sample lies (nearest rank). */
export function quantile(sample: readonly number[], p: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)];
  if (value === undefined) throw new Error('there is no quantile of nothing');
  return value;
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);
