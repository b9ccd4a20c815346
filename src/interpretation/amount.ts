import type { Aspect } from './lexicon.js';
import type { Unit } from './units.js';

/** An amount in a question, at the tokens `from` (inclusive) to `to` (exclusive). */
export interface Amount {
  from: number;
  to: number;
  /**
   * `percent`: a share, 0.2 for 20%; `factor`: twice is 2; `plain`: a number, with its unit if it has one; `none`: free, without;
   * `whole`: everyone, always; `ratio`: 5:1.
   */
  kind: 'percent' | 'factor' | 'plain' | 'none' | 'whole' | 'ratio';
  size: number;
  unit: Unit | null;
  /** Payments a year: 52 for `a dollar a week`; null if the question names no period. */
  perYear: number | null;
  /** The value that this one replaces: 3 in `from 3 to 5 cents`; null if the question does not say. */
  was: number | null;
  /** 1 for an increase by the amount, -1 for a decrease; 0 if the question does not say. */
  sign: -1 | 0 | 1;
  /** The amount is the new value (`to 30 minutes`), not a change. */
  target: boolean;
  /** The amount is about a number of things (`20% fewer`). */
  counted: boolean;
  points: boolean;
  /** A fraction in words: `a third`. A share that falls by a third falls relative to its baseline. */
  isFraction: boolean;
  aspect: Aspect | null;
  /** The words suggest a price, unless they name something else: `10% off`, `4.00`. */
  isPriceLike: boolean;
  /** Words such as `stop` that mean zero only of a share or a weight. */
  isWeak: boolean;
  /** First token of a chain of amounts linked by `and`: `twice as fast and 10% cheaper` describes one thing. */
  chain: number;
  /** Reason why the amount is not interpreted; null if it is. */
  problem: Problem | null;
}

export type Problem = 'negated' | 'compared' | 'inexact' | 'two_values' | 'ambiguous';

/** An amount before its direction is known. */
export type Size = Pick<Amount, 'from' | 'to' | 'kind' | 'size'> &
  Partial<Pick<Amount, 'unit' | 'perYear' | 'points' | 'isFraction' | 'aspect' | 'isWeak' | 'problem' | 'target'>>;
