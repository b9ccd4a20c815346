import { type Outcome } from '../../model/decision-family.js';

/** How a family with one predictor turns predictor and luck into outcomes. */
export interface IndexDecision {
  /** What an agent may end with, lowest first where they lie on a scale. */
  readonly outcomes: readonly Outcome[];
  /** The equation that is told. */
  readonly equation: string;
  /** What a greater predictor speaks for, as a noun: `voting`. */
  readonly favored?: string;
  /** Whether the outcomes lie on a scale, from low to high, rather than being one thing or another. */
  readonly isOrdered?: boolean;
  /** What the agent's own luck adds to the predictor. */
  readonly randomErrorOf: (index: number) => number;
  /** The outcome at a score, which is predictor plus luck. */
  readonly outcomeAt: (score: number) => number;
  /** By how much the score would have to rise, or to fall where negative, for another outcome. */
  readonly distanceTo: (outcome: number, score: number) => number;
}
