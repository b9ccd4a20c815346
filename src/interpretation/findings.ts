import type { Span } from './mentions.js';

/** How a value was derived: `set` directly, by `percent` or `factor` of the baseline, by a `shift` from it, or by the name of an `option` or of a value. */
export const interpretationMethods = ['set', 'percent', 'factor', 'shift', 'option'] as const;

/** A parameter that a question sets. */
export interface Interpreted {
  parameter: string;
  value: number | string;
  /** Words of the question that set the value. */
  from: string;
  how: (typeof interpretationMethods)[number];
}

/** Parameter values by parameter id. */
export type Values = Record<string, number | string>;

/** Words that seem to set a parameter, and the reason why they were not interpreted. */
export interface NotInterpreted {
  words: string;
  reason: NotInterpretedReason;
  /** Parameters that the words may refer to. */
  parameters: string[];
  /** Possible readings of the words, best first. Empty if there is none. */
  candidates?: Values[];
}

export const notInterpretedReasons = [
  'ambiguous',
  'background',
  'compared',
  'forecast',
  'goal',
  'inexact',
  'instruction',
  'negated',
  'no_amount',
  'no_parameter',
  'other_unit',
  'out_of_bounds',
  'overridden',
  'too_complex',
  'two_values',
] as const;
export type NotInterpretedReason = (typeof notInterpretedReasons)[number];

/** Reasons of words that change no scenario: a canceled plan, a value that the caller replaced, or the situation of the caller. */
const settledReasons: ReadonlySet<NotInterpretedReason> = new Set(['background', 'negated', 'overridden']);

/** Whether a simulation without these words could answer another question. */
export const isUnread = ({ reason }: Pick<NotInterpreted, 'reason'>): boolean =>
  !settledReasons.has(reason) && reason !== 'instruction';

/** Whether the question changes the scenario. */
export const setsValue = ({
  interpreted,
  arms,
  range,
  goal,
}: Pick<Interpretation, 'interpreted' | 'arms' | 'range' | 'goal'>): boolean =>
  interpreted.length > 0 || arms.length > 0 || range !== null || goal !== null;

/**
 * The words that the caller must decide on, because a simulation without them could answer another question. If the question sets a value,
 * instructions to the service and dates without a number are only listed. If it sets none, negated words are settled only if they are a
 * canceled plan: `no more displays` could be a scenario.
 */
export function openWords<Words extends Pick<NotInterpreted, 'reason' | 'words'>>(
  notInterpreted: readonly Words[],
  { isSet, kind }: { isSet: boolean; kind: QuestionKind },
): Words[] {
  return notInterpreted.filter(({ reason, words }) => {
    if (isSet) return isUnread({ reason }) && (reason !== 'forecast' || /\d/.test(words));
    return !settledReasons.has(reason) || (reason === 'negated' && kind !== 'denied');
  });
}

/**
 * What a question asks for. `scenario`: the effect of a change; `baseline`: today; `comparison`: two or more scenarios; `range`: a parameter
 * between two ends; `goal`: the value that reaches a result; `forecast`: a date in the future; `denied`: a change that does not happen.
 */
export const questionKinds = ['scenario', 'baseline', 'comparison', 'range', 'goal', 'forecast', 'denied'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** One of the scenarios that a question compares. */
export interface Arm {
  /** Words of the question. */
  from: string;
  /** Without values: today. */
  values: Values;
}

/** The ends of a range that a question asks about. */
export interface Range {
  parameter: string;
  ends: [number, number];
  /** Words of the question. */
  from: string;
}

/** A share that a question asks to reach, and the parameter that the service varies. */
export interface Goal {
  parameter: string;
  objective: { goal: 'reach'; share: string; target: number };
  /** Words of the question. */
  from: string;
}

/** Scenario parameters and segments read from a question. */
export interface Interpretation {
  kind: QuestionKind;
  /** Values of the scenario. All arms and all values of a range share them. */
  interpreted: Interpreted[];
  notInterpreted: NotInterpreted[];
  /** Segments that the question asks about. */
  segments: { attribute: string; values: string[]; from: string }[];
  /** The compared scenarios, in the order of the question. A `comparison` has them, and a `goal` for the best option of a choice. */
  arms: Arm[];
  /** Null unless the kind is `range`. */
  range: Range | null;
  /** Null unless the kind is `goal`, and for goals that were not read. */
  goal: Goal | null;
}

/** The interpretation of a question of which nothing was read, because reading it takes too long. */
export const unreadInterpretation = (question: string): Interpretation => ({
  kind: 'scenario',
  interpreted: [],
  notInterpreted: [{ words: question, reason: 'too_complex', parameters: [] }],
  segments: [],
  arms: [],
  range: null,
  goal: null,
});

/** A parameter value found in the question, with the tokens that set it. */
export interface Finding extends Omit<Interpreted, 'from'> {
  spans: Span[];
}

/** Tokens that seem to set a parameter but are not interpreted. */
export interface Doubt extends Omit<NotInterpreted, 'words'> {
  spans: Span[];
}
