export type Direction = 'for' | 'against';

/** A reason that a sentence states. */
export interface StatedReason {
  /** Id of the reason in the narrative. */
  readonly id: string;
  /** Contribution to the comparison, in units of the predictor. */
  readonly weight: number;
  /** Standard error of `weight`, from the covariance of the coefficients. */
  readonly standardError: number;
}

/** Facts that sentences state, by kind of sentence. Outcomes are indexes, except in kinds where the result is a number. */
export interface SentenceFacts {
  /** Sentence of `narrative.introduction`, `narrative.situation` or `narrative.assignments`, filled for the agent. */
  introduction: { readonly position: number };
  situation: { readonly position: number };
  assignment: { readonly assignment: string; readonly isAssigned: boolean };
  /** Values that the agent perceives of an alternative, by variable id. */
  alternative: { readonly alternative: string; readonly values: Readonly<Record<string, number>> };
  unavailable: { readonly alternative: string };
  /** Value that the agent perceives of one variable. */
  variable: { readonly variable: string; readonly value: number };
  latent_class: { readonly latentClass: string };
  /** Alternative that the reasons compare with the chosen one: its rank by systematic utility. With the random errors, it is second. */
  runner_up: { readonly chosen: number; readonly other: number; readonly systematicRank: number };
  /** Reasons for or against, largest weight first. */
  reasons: { readonly direction: Direction; readonly reasons: readonly StatedReason[] };
  /** No reason of these directions is significant and large enough to report. */
  no_reasons: { readonly directions: readonly Direction[] };
  /** Sum of all effects that the reasons do not state, and whether it includes effects of reportable size that are not significant. */
  other_effects: { readonly weight: number; readonly includesUncertain: boolean };
  /** Sum of the stated reasons and the other effects. */
  total: { readonly weight: number };
  /** The random error changes the outcome from `predicted` to `outcome`. */
  error_changes: { readonly predicted: number; readonly outcome: number };
  /** The random error favors another outcome, by this size in units of the predictor. */
  error_favors: { readonly outcome: number; readonly size: number };
  /** `lead` of the outcome over the second, random errors included; omitted with one available outcome or without a lead. */
  outcome: { readonly outcome: number; readonly lead?: number };
  amount: { readonly amount: number };
  probability: { readonly probability: number };
  rank: { readonly less: number; readonly more: number };
  baseline: { readonly outcome: number; readonly isSame: boolean; readonly period?: number };
  /** Parameter change that changes the outcome; undefined if none was found. */
  change:
    | { readonly parameter: string; readonly value: number | string; readonly outcome: number }
    | { readonly parameter: undefined };
  /** The next sentence describes a change outside the calibrated range. */
  change_outside: { readonly areAllSolved: boolean };
  contacts: { readonly contacts: number };
  /** Period of adoption: 0 for adopters before the first period, above the number of periods for the others that do not adopt. */
  adoption: { readonly period: number; readonly share?: number };
  exposure: { readonly contacts: number; readonly adopted: number; readonly groupShare: number };
  /** Share of innovation in the adoption rate of the agent. */
  pressure: { readonly innovationShare: number };
  /** Quantile of the random error of adoption: 0 for the quickest agent, 1 for the slowest. */
  reluctance: { readonly reluctance: number };
  rounds: {
    readonly from: number;
    readonly to: number;
    readonly own: number;
    readonly other: number;
    readonly last: number | undefined;
  };
  match_end: { readonly rounds: number; readonly cooperative: number; readonly payoff: number };
}

export type SentenceKind = keyof SentenceFacts;

/** A sentence of a transcript with the numbers that it states. */
export type SentenceOf<Kind extends SentenceKind> = {
  readonly kind: Kind;
  readonly text: string;
  readonly facts: SentenceFacts[Kind];
};
export type Sentence = { [Kind in SentenceKind]: SentenceOf<Kind> }[SentenceKind];
export type Paragraph = readonly Sentence[];
