import { type BoundFamily } from '../family-fit.js';
import { type Rows } from '../rows/rows.js';
import { type Expected, type Target } from './predict-rows.js';
import { decimals6 } from './round.js';

/** What was seen, and what the model says, of some rows. */
export interface Compared {
  readonly observed: number;
  readonly observed_standard_error: number;
  readonly predicted: number;
}

/** Compares groups of rows, target by target. */
export class Comparison {
  constructor(
    private readonly bound: BoundFamily,
    private readonly rows: Rows,
    private readonly expected: Expected,
    readonly targets: readonly Target[],
  ) {}

  /** How many answers these rows stand for. */
  answers(rows: Int32Array): number {
    return rows.reduce((sum, row) => sum + this.answersOf(row), 0);
  }

  /** By target; nothing for those of which the data do not say. */
  of(rows: Int32Array): (Compared | undefined)[] {
    const seen = this.bound.observed(rows);
    return this.targets.map((_, target) => {
      const { value, error } = seen[target] ?? { value: NaN, error: NaN };
      if (Number.isNaN(value)) return undefined;
      return {
        observed: decimals6(value),
        observed_standard_error: decimals6(error),
        predicted: decimals6(this.meanOf(target, rows)),
      };
    });
  }

  /** The difference between two groups of different people. */
  between(rows: Int32Array, others: Int32Array, target: number): Compared | undefined {
    const [own, other] = [this.bound.observed(rows)[target], this.bound.observed(others)[target]];
    if (!own || !other || Number.isNaN(own.value - other.value)) return undefined;
    return {
      observed: decimals6(own.value - other.value),
      observed_standard_error: decimals6(Math.hypot(own.error, other.error)),
      predicted: decimals6(this.meanOf(target, rows) - this.meanOf(target, others)),
    };
  }

  private meanOf(target: number, rows: Int32Array): number {
    const { targets, values } = this.expected;
    const sum = rows.reduce((total, row) => total + this.answersOf(row) * values[row * targets + target]!, 0);
    return sum / this.answers(rows);
  }

  private answersOf(row: number): number {
    return (this.rows.weights?.[row] ?? 1) * (this.bound.trials?.[row] ?? 1);
  }
}
