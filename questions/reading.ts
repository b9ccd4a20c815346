/**
 * What a question asks for. `scenario`: the effect of a change; `baseline`: today; `comparison`: two or more scenarios; `range`: a parameter
 * between two ends; `goal`: the value that reaches a result; `forecast`: a date in the future; `denied`: a change that does not happen.
 */
export const questionKinds = ['scenario', 'baseline', 'comparison', 'range', 'goal', 'forecast', 'denied'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Parameter values by parameter id. */
export type Values = Record<string, number | string>;

/** A parameter that a question sets. */
export interface ReadValue {
  parameter: string;
  value: number | string;
  /** Words of the question that name the change. */
  words: string;
  /** `assumed`: the question names a direction without an amount (`cheaper`), and the value is the typical change of the parameter. */
  source: 'read' | 'assumed';
}

export const notReadReasons = [
  'ambiguous',
  'forecast',
  'goal',
  'inexact',
  'instruction',
  'language',
  'negated',
  'no_amount',
  'no_parameter',
  'no_trade_off',
  'other_unit',
  'out_of_bounds',
  'too_complex',
  'two_values',
] as const;
export type NotReadReason = (typeof notReadReasons)[number];

/** Words that may name a change and set no value. */
export interface NotRead {
  words: string;
  reason: NotReadReason;
  /** Parameters that the words may refer to. */
  parameters: string[];
  /** Values that the words may mean, most probable first. */
  candidates: Values[];
}

/** One of the scenarios that a question compares, lists, or spans with a range. */
export interface Arm {
  /** Words of the question. */
  words: string;
  /** Without values: today. */
  values: Values;
}

/** A share that a question asks to reach, and the parameter that can reach it. */
export interface ReadGoal {
  parameter: string;
  objective: { goal: 'reach'; share: string; target: number };
  /** Words of the question. */
  words: string;
}

/** A group of agents that a question asks about. */
export interface ReadSegment {
  attribute: string;
  values: string[];
  /** Words of the question. */
  words: string;
}

/** What a question means for one workflow. */
export interface Reading {
  kind: QuestionKind;
  /** Values of the scenario. All arms share them. */
  values: ReadValue[];
  /** None, or two to five scenarios in the order of the question. A range has three to five evenly spaced values. */
  arms: Arm[];
  goal: ReadGoal | null;
  segments: ReadSegment[];
  notRead: NotRead[];
}

/** The reading of a question that takes too long to read. */
export const unread = (question: string): Reading => ({
  kind: 'scenario',
  values: [],
  arms: [],
  goal: null,
  segments: [],
  notRead: [{ words: question, reason: 'too_complex', parameters: [], candidates: [] }],
});
