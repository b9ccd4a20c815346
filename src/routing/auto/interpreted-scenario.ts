import type { WorkflowDefinition } from '../../engine/index.js';
import {
  openWords,
  setsValue,
  type Arm,
  type Goal,
  type Interpretation,
  type NotInterpreted,
} from '../../interpretation/findings.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import { valuesBetween } from './values-between.js';

/** Each arm is a simulation. */
const maxArms = 5;

/** What a question asks to run. */
export interface InterpretedScenario {
  /** Values of the question and the overrides. All arms and all values of a range share them. */
  scenarioContext: Record<string, unknown>;
  interpretation: QuestionInterpretation;
  /** The scenarios of a comparison: none, or two to five. */
  arms: readonly Arm[];
  /** The values of a parameter that the question varies. */
  range: { parameter: string; values: number[]; from: string } | null;
  /** The share that the question asks to reach. */
  goal: Goal | null;
  /** Words that the caller must decide on. */
  open: QuestionInterpretation['not_interpreted'];
}

/** Combines the scenario read from a question with the overrides, which take precedence. */
export function interpretedScenario(
  definition: WorkflowDefinition,
  question: string,
  read: Interpretation,
  overrides: Record<string, unknown> = {},
): InterpretedScenario {
  const isOverridden = (parameter: string) => Object.hasOwn(overrides, parameter);
  const set = read.interpreted.filter(({ parameter }) => !isOverridden(parameter));
  const goal = read.goal && !isOverridden(read.goal.parameter) ? read.goal : null;
  const { arms, range, unread } = variationsOf(definition, question, read, isOverridden);
  const overridden = [...read.interpreted, ...(read.goal ? [read.goal] : [])]
    .filter(({ parameter }) => isOverridden(parameter))
    .map(({ parameter, from }): NotInterpreted => ({ words: from, reason: 'overridden', parameters: [parameter] }));
  // An override settles doubts about its parameter. A goal that was read is no doubt.
  const isSettled = ({ parameters, reason }: NotInterpreted) =>
    (reason !== 'overridden' && parameters.some(isOverridden)) || (reason === 'goal' && read.goal !== null);
  const notInterpreted = [...overridden, ...[...unread, ...read.notInterpreted].filter((one) => !isSettled(one))].map(
    ({ candidates = [], ...one }) => ({ ...one, candidates }),
  );
  return {
    scenarioContext: { ...Object.fromEntries(set.map(({ parameter, value }) => [parameter, value])), ...overrides },
    interpretation: { kind: read.kind, interpreted: set, not_interpreted: notInterpreted, segments: read.segments },
    arms,
    range,
    goal,
    open: openWords(notInterpreted, { isSet: setsValue(read) || Object.keys(overrides).length > 0, kind: read.kind }),
  };
}

type Variations = Pick<InterpretedScenario, 'arms' | 'range'> & { unread: NotInterpreted[] };

/** The arms or the range to run. Those that cannot run become candidates for the caller. */
function variationsOf(
  definition: WorkflowDefinition,
  question: string,
  read: Interpretation,
  isOverridden: (parameter: string) => boolean,
): Variations {
  const arms = distinct(read.arms.map((arm) => withoutParameters(arm, isOverridden)));
  const range = read.range && !isOverridden(read.range.parameter) ? read.range : null;
  const replaced = overriddenOf(read, isOverridden);
  const canCompare = arms.length > 1 && arms.length <= maxArms && !range;
  const canVary = range !== null && arms.length < 2;
  return {
    arms: canCompare ? arms : [],
    range: canVary ? { parameter: range.parameter, values: valuesBetween(definition, range), from: range.from } : null,
    unread: [
      ...replaced,
      ...unreadKind(question, read),
      ...(arms.length > 0 && !canCompare && (arms.length > 1 || replaced.length === 0) ? [comparedWords(arms)] : []),
      ...(range && !canVary ? [rangeWords(range)] : []),
    ],
  };
}

/** A comparison or a range of which no scenario could be read. */
function unreadKind(question: string, { kind, arms, range }: Interpretation): NotInterpreted[] {
  if (kind === 'comparison' && arms.length === 0) return [{ words: question, reason: 'compared', parameters: [] }];
  return kind === 'range' && range === null ? [{ words: question, reason: 'two_values', parameters: [] }] : [];
}

const withoutParameters = ({ from, values }: Arm, isOverridden: (parameter: string) => boolean): Arm => ({
  from,
  values: Object.fromEntries(Object.entries(values).filter(([parameter]) => !isOverridden(parameter))),
});

function distinct(arms: readonly Arm[]): Arm[] {
  const key = ({ values }: Arm) => JSON.stringify(Object.entries(values).sort());
  return arms.filter((arm, at) => arms.findIndex((other) => key(other) === key(arm)) === at);
}

/** Words of arms and ranges whose parameter the overrides set. */
function overriddenOf({ arms, range }: Interpretation, isOverridden: (parameter: string) => boolean): NotInterpreted[] {
  const varied = [
    ...arms.map(({ from, values }) => ({ words: from, parameters: Object.keys(values).filter(isOverridden) })),
    ...(range ? [{ words: range.from, parameters: [range.parameter].filter(isOverridden) }] : []),
  ];
  return varied
    .filter(({ parameters, words }, at) => parameters.length > 0 && varied.findIndex((o) => o.words === words) === at)
    .map((one) => ({ ...one, reason: 'overridden' }));
}

const comparedWords = (arms: readonly Arm[]): NotInterpreted => ({
  words: arms[0]!.from,
  reason: 'compared',
  parameters: [...new Set(arms.flatMap(({ values }) => Object.keys(values)))],
  candidates: arms.map(({ values }) => values),
});

const rangeWords = ({ parameter, ends, from }: NonNullable<Interpretation['range']>): NotInterpreted => ({
  words: from,
  reason: 'two_values',
  parameters: [parameter],
  candidates: ends.map((value) => ({ [parameter]: value })),
});
