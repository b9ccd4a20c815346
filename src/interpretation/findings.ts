import type { Span } from './mentions.js';

/** How a value was derived: `set` directly, by `percent` or `factor` of the baseline, by a `shift` from it, or by an `option`'s name. */
export const interpretationMethods = ['set', 'percent', 'factor', 'shift', 'option'] as const;

/** A parameter that a question sets. */
export interface Interpreted {
  parameter: string;
  value: number | string;
  /** Words of the question that set the value. */
  from: string;
  how: (typeof interpretationMethods)[number];
}

/** Words that seem to set a parameter, and the reason why they were not interpreted. */
export interface NotInterpreted {
  words: string;
  reason: NotInterpretedReason;
  /** Parameters that the words may refer to. */
  parameters: string[];
}

export const notInterpretedReasons = [
  'ambiguous',
  'compared',
  'inexact',
  'negated',
  'no_amount',
  'no_parameter',
  'other_unit',
  'out_of_bounds',
  'overridden',
  'two_values',
] as const;
export type NotInterpretedReason = (typeof notInterpretedReasons)[number];

/** Scenario parameters and segments read from a question. */
export interface Interpretation {
  interpreted: Interpreted[];
  notInterpreted: NotInterpreted[];
  /** Segments that the question asks about. */
  segments: { attribute: string; values: string[]; from: string }[];
}

/** A parameter value found in the question, with the tokens that set it. */
export interface Finding extends Omit<Interpreted, 'from'> {
  spans: Span[];
}

/** Tokens that seem to set a parameter but are not interpreted. */
export interface Doubt extends Omit<NotInterpreted, 'words'> {
  spans: Span[];
}
