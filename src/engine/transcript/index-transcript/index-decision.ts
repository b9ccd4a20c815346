import type { Outcome } from '../../model/decision-family.js';

/** How a family with one linear predictor derives outcomes from the predictor and the random error. */
export interface IndexDecision {
  /** Possible outcomes, lowest first if they are ordered. */
  readonly outcomes: readonly Outcome[];
  /** Id of the equation that holds the predictor. */
  readonly equation: string;
  /** Noun phrase for the outcome that a greater predictor favors: `voting`. */
  readonly favored: string;
  /** Converts effects on the predictor to logits, for their strength. Default: 1. */
  readonly logitsPerUnit?: number;
  /** Whether the outcomes are ordered from low to high. */
  readonly isOrdered?: boolean;
  /** Random error of an agent, in units of the predictor. */
  readonly randomErrorOf: (index: number) => number;
  /** Outcome index at a score: predictor plus random error. */
  readonly outcomeAt: (score: number) => number;
  /** Change of the score that would produce another outcome; negative for a decrease. */
  readonly distanceTo: (outcome: number, score: number) => number;
}
