import { type Span } from './mentions.js';

/** How a value came about: `set` to it, by `percent` or a `factor` of the baseline, by a `shift` from it, or an `option` by its name. */
export const hows = ['set', 'percent', 'factor', 'shift', 'option'] as const;
/** A parameter that a question sets. */
export interface Interpreted {
  parameter: string;
  value: number | string;
  /** The words of the question that say it. */
  from: string;
  how: (typeof hows)[number];
}
/** Words that seem to set something, and why they were left alone. */
export interface NotInterpreted {
  words: string;
  reason: Reason;
  /** What they may be about. */
  parameters: string[];
}
export const reasons = [
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
export type Reason = (typeof reasons)[number];
export interface Levers {
  interpreted: Interpreted[];
  notInterpreted: NotInterpreted[];
  /** People the question asks about: a filter of the summary. */
  segments: { attribute: string; values: string[]; from: string }[];
}
/** What a part of the reading found, in tokens. */
export interface Finding extends Omit<Interpreted, 'from'> {
  spans: Span[];
}
export interface Doubt extends Omit<NotInterpreted, 'words'> {
  spans: Span[];
}
