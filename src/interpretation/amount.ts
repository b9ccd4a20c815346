import type { Aspect } from './lexicon.js';
import type { Unit } from './units.js';

/** How much, as a question says it. It stands at the tokens `from` up to `to`. */
export interface Amount {
  from: number;
  to: number;
  /**
   * `percent`: a share, 0.2 for 20%; `factor`: twice is 2; `plain`: a number, with its unit if it has one; `none`: free, without;
   * `whole`: everybody, always; `ratio`: 5:1.
   */
  kind: 'percent' | 'factor' | 'plain' | 'none' | 'whole' | 'ratio';
  size: number;
  unit: Unit | null;
  /** More or less by it; 0 where it does not say. */
  sign: -1 | 0 | 1;
  /** `to 30 minutes`: the value itself, also where a word says in which way. */
  target: boolean;
  /** Of how many there are: `20% fewer`. */
  counted: boolean;
  points: boolean;
  aspect: Aspect | null;
  /** Where the first of several amounts begins that `and` links: `twice as fast and 10% cheaper` is said of one thing. */
  chain: number;
  /** Why it is left alone, if it is. */
  problem: Problem | null;
}

export type Problem = 'negated' | 'compared' | 'inexact' | 'two_values' | 'ambiguous';

/** What an amount is before it is known which way it goes. */
export type Size = Pick<Amount, 'from' | 'to' | 'kind' | 'size'> &
  Partial<Pick<Amount, 'unit' | 'points' | 'aspect' | 'problem'>>;
