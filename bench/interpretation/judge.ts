import type { Parameter, WorkflowDefinition } from '../../model/definition.js';
import type { QuestionKind, Reading, Values } from '../../questions/reading.js';

/** A sentence with the reading that its writer fixed before any measurement. */
export interface Sentence {
  workflow_id: string;
  question: string;
  /** Values that differ from the default, or repeat it. */
  values: Values;
  /** Largest relative error of a number. Default: 0.005. */
  tolerance?: number;
  segment?: Record<string, string[]>;
  /** The compared scenarios, if the writer fixed them. */
  arms?: Values[];
  /** The ends of a range, if the writer fixed them. */
  ends?: Record<string, [number, number]>;
  kind: QuestionKind;
  /** Changes without an amount: the direction of a number, the option that the words suggest, or `listed` if the words state neither. */
  assumed?: Record<string, string>;
  /** Words that no parameter can express. */
  not_interpreted?: string[];
}

/**
 * `right`: every value, the kind, the segment and the words that are not read are as the writer fixed them. `partly`: no value is wrong, and
 * every missing value is listed. `refused`: no value is set, and a reason is listed. `silent`: a value is missing and nothing is listed.
 * `wrong`: a value or a segment differs from the writer's. An assumed value is wrong unless the writer listed its words as a change without an
 * amount, or fixed the same value.
 */
export const verdicts = ['right', 'partly', 'refused', 'silent', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

const defaultTolerance = 0.005;
/** Sentences with an instruction to the service. The reader lists the instruction, and writers did not. */
const instruction = /\bagent_count\b/;
/** Kinds whose scenario changes nothing. */
const unchanged: ReadonlySet<QuestionKind> = new Set(['baseline', 'denied']);

export function judge(definition: WorkflowDefinition, expected: Sentence, read: Reading): Verdict {
  const { parameters } = definition.scenario;
  const several = judgeSeveral(parameters, expected, read);
  if (several) return several;
  const expectedWords = expected.not_interpreted ?? [];
  const isExpected = (words: string) => expectedWords.some((other) => overlap(other, words));
  // The writer listed these words, so the service may assume a value for them.
  const counted = read.values.filter(({ source, words }) => source === 'read' || !isExpected(words));
  const wanted = changesOf(parameters, expected.values);
  const assumptions = judgeAssumed(parameters, expected, read);
  if (assumptions === 'wrong') return 'wrong';
  const isOneArm = read.kind === 'comparison' && expected.kind === 'comparison' && wanted.size > 0;
  const set = isOneArm ? armThatChanges(parameters, read) : changesOf(parameters, valuesOf(counted));
  for (const id of Object.keys(expected.assumed ?? {})) set.delete(id);
  const tolerance = expected.tolerance ?? defaultTolerance;
  const isRight = ([id, value]: [string, number | string]) => isEqual(set.get(id), value, tolerance);
  if ([...set].some(([id, value]) => !isEqual(wanted.get(id), value, tolerance))) return 'wrong';
  if (hasOtherSegment(expected, read)) return 'wrong';
  const missing = [...wanted].filter((entry) => !isRight(entry));
  const listed = [...read.notRead, ...read.values.filter(({ source }) => source === 'assumed')];
  // Words that are listed for a change without an amount are not needless.
  const isAssumed = (ids: readonly string[]) => ids.some((id) => Object.hasOwn(expected.assumed ?? {}, id));
  const open = openWords(read);
  const needless = openWords({ ...read, notRead: read.notRead.filter(({ parameters: ids }) => !isAssumed(ids)) });
  const isKindRight = read.kind === expected.kind || (set.size === 0 && wanted.size === 0 && isSame(expected, read));
  const isListed =
    assumptions === 'right' && expectedWords.every((words) => listed.some((one) => overlap(one.words, words)));
  // A goal or a forecast is asked back; the words that are listed are the writer's or the goal itself.
  const isAskedBack = expected.kind === 'goal' || expected.kind === 'forecast';
  const isNeedless =
    !isAskedBack && !instruction.test(expected.question) && needless.some((words) => !isExpected(words));
  if (missing.length === 0 && isKindRight && isListed && !isNeedless && isSegmentRight(expected, read)) return 'right';
  const isIncomplete = missing.length > 0 || !isListed || (!isKindRight && !unchanged.has(expected.kind));
  if (isIncomplete && open.length === 0) return 'silent';
  return set.size > 0 || missing.length === 0 ? 'partly' : 'refused';
}

/** Whether each change without an amount is assumed in its direction, or listed. */
function judgeAssumed(
  parameters: readonly Parameter[],
  { assumed = {} }: Sentence,
  { values, notRead }: Reading,
): 'right' | 'wrong' | 'missing' {
  const each = Object.entries(assumed).map(([id, change]) => {
    const own = values.find(({ parameter }) => parameter === id);
    const isListed = notRead.some(({ parameters: ids }) => ids.includes(id));
    if (!own) return isListed ? 'right' : 'missing';
    if (change === 'listed' || typeof own.value === 'string') return own.value === change ? 'right' : 'wrong';
    const difference = own.value - Number(parameters.find((one) => one.id === id)!.default);
    return own.source === 'assumed' && (change === 'up' ? difference > 0 : difference < 0) ? 'right' : 'wrong';
  });
  return each.includes('wrong') ? 'wrong' : each.includes('missing') ? 'missing' : 'right';
}

/** Words that may name a change of the scenario. If a value is set, a canceled plan or a date without a number changes nothing. */
function openWords({ notRead, kind, values, arms, goal }: Reading): string[] {
  const isSet = values.length > 0 || arms.length > 0 || goal !== null;
  return notRead
    .filter(({ reason, words }) =>
      isSet
        ? reason !== 'negated' && reason !== 'instruction' && (reason !== 'forecast' || /\d/.test(words))
        : reason !== 'negated' || kind !== 'denied',
    )
    .map(({ words }) => words);
}

/** Judges arms or ends that the writer fixed; undefined if the question was not read as several scenarios. */
function judgeSeveral(parameters: readonly Parameter[], expected: Sentence, read: Reading): Verdict | undefined {
  const tolerance = expected.tolerance ?? defaultTolerance;
  const scenarios = scenariosOf(read).map((values) => changesOf(parameters, values));
  const wanted = wantedScenarios(expected).map((values) => changesOf(parameters, values));
  if (scenarios.length < 2 || wanted.length < 2) return undefined;
  const isSame = (a: Map<string, number | string>, b: Map<string, number | string>) =>
    a.size === b.size && [...a].every(([id, value]) => isEqual(b.get(id), value, tolerance));
  if (scenarios.some((one) => !wanted.some((other) => isSame(one, other)))) return 'wrong';
  return scenarios.length === wanted.length && isSegmentRight(expected, read) ? 'right' : 'partly';
}

function scenariosOf({ kind, values, arms }: Reading): Values[] {
  const shared = valuesOf(values);
  const own = kind === 'range' ? [arms.at(0), arms.at(-1)] : arms;
  return own.flatMap((arm) => (arm ? [{ ...shared, ...arm.values }] : []));
}

function wantedScenarios({ values, arms, ends }: Sentence): Values[] {
  const ended = Object.entries(ends ?? {}).flatMap(([id, both]) => both.map((end) => ({ ...values, [id]: end })));
  return arms?.map((arm) => ({ ...values, ...arm })) ?? ended;
}

/** A scenario whose only change equals today, a denied plan and a baseline are one scenario. */
const isSame = (expected: Sentence, read: Reading) =>
  (unchanged.has(expected.kind) || expected.kind === 'scenario') &&
  (unchanged.has(read.kind) || read.kind === 'scenario');

const valuesOf = (values: Reading['values']): Values =>
  Object.fromEntries(values.map(({ parameter, value }) => [parameter, value]));

/** The arm of a comparison with today that changes something, with the values that all arms share. */
function armThatChanges(parameters: readonly Parameter[], read: Reading): Map<string, number | string> {
  const arms = read.arms.map(({ values }) => changesOf(parameters, { ...valuesOf(read.values), ...values }));
  return arms.filter(({ size }) => size > 0).at(-1) ?? changesOf(parameters, valuesOf(read.values));
}

function changesOf(parameters: readonly Parameter[], values: Values): Map<string, number | string> {
  const defaults = new Map(parameters.map(({ id, default: value }) => [id, value]));
  return new Map(Object.entries(values).filter(([id, value]) => !isEqual(defaults.get(id), value, 1e-9)));
}

function isEqual(value: number | string | undefined, other: number | string, tolerance: number): boolean {
  if (typeof value !== 'number' || typeof other !== 'number') return value === other;
  return Math.abs(value - other) <= tolerance * Math.max(Math.abs(other), 1e-6);
}

/** A group that the writer's segment excludes. Attributes that the writer did not mention are not compared. */
function hasOtherSegment({ segment = {} }: Sentence, { segments }: Reading): boolean {
  return segments.some(({ attribute, values }) => {
    const own = segment[attribute];
    return own !== undefined && values.some((value) => !own.includes(value));
  });
}

function isSegmentRight({ segment = {} }: Sentence, { segments }: Reading): boolean {
  return Object.entries(segment).every(([attribute, own]) =>
    own.every((value) => segments.some((one) => one.attribute === attribute && one.values.includes(value))),
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}.]*[\p{L}\p{N}]/gu) ?? [];

/** Whether two excerpts share half of the words of the shorter one. */
function overlap(text: string, other: string): boolean {
  const [a, b] = [new Set(wordsOf(text)), new Set(wordsOf(other))];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared >= Math.min(a.size, b.size) / 2;
}
