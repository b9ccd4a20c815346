import type { WorkflowDefinition } from '../engine/index.js';
import type { Interpretation } from './findings.js';
import { interpretQuestion } from './interpret-question.js';
import { notReadReasons, type Arm, type NotRead, type NotReadReason, type Reading, type ReadValue } from './reading.js';

/** Values of a range, with both ends. */
const rangeValues = 5;
/** Values are rounded to these digits, because 0.1 + 0.2 is not 0.3 in binary. */
const significantDigits = 12;

/** Each arm is a simulation. */
const maxArms = 5;
/** Kinds in which words without an amount state a change that happens. */
const changingKinds: ReadonlySet<Reading['kind']> = new Set(['scenario', 'baseline', 'comparison']);

/** Reads a question for one workflow. Pure. Sets no value outside its bounds. */
export function readQuestion(definition: WorkflowDefinition, question: string): Reading {
  const read = interpretQuestion(definition, question);
  const { kind, interpreted, range, goal, segments } = read;
  const all = range ? armsOf(definition, range) : read.arms.map(({ from, values }) => ({ words: from, values }));
  const assumed = changingKinds.has(kind) ? assumedValues(definition, read) : [];
  const values = [
    ...interpreted.map(({ parameter, value, from }): ReadValue => ({ parameter, value, words: from, source: 'read' })),
    ...assumed,
  ];
  const isAssumed = (words: string) => assumed.some((one) => one.words === words);
  const notRead = [
    ...read.notInterpreted.flatMap(({ words, reason, parameters, candidates = [] }): NotRead[] => {
      const own = reason === 'compared' ? 'ambiguous' : reason;
      const isRead = isAssumed(words) || (reason === 'goal' && goal !== null);
      return isReason(own) && !isRead ? [{ words, reason: own, parameters, candidates }] : [];
    }),
    ...all.slice(maxArms).map((arm): NotRead => ({
      words: arm.words,
      reason: 'two_values',
      parameters: Object.keys(arm.values),
      candidates: [arm.values],
    })),
  ];
  const isUnread = kind === 'comparison' && all.length === 0 && values.length === 0 && notRead.length === 0;
  return {
    kind: kind === 'baseline' && assumed.length > 0 ? 'scenario' : kind,
    values,
    arms: all.slice(0, maxArms),
    goal: goal && { parameter: goal.parameter, objective: goal.objective, words: goal.from },
    segments: segments.map(({ from, ...segment }) => ({ ...segment, words: from })),
    notRead: isUnread ? [{ words: question, reason: 'ambiguous', parameters: [], candidates: [] }] : notRead,
  };
}

/** Assumed values of parameters that the question does not set. Words that name two directions of a parameter set none. */
function assumedValues(definition: WorkflowDefinition, { interpreted, arms, notInterpreted }: Interpretation) {
  const found = notInterpreted.flatMap((one) => assumedValue(definition, one));
  const isSet = (id: string) =>
    interpreted.some(({ parameter }) => parameter === id) || arms.some(({ values }) => Object.hasOwn(values, id));
  return found.filter(({ parameter, value }, at) => {
    const own = found.filter((one) => one.parameter === parameter);
    return !isSet(parameter) && own.every((one) => one.value === value) && found.indexOf(own[0]!) === at;
  });
}

/** Relative size of an assumed change. */
const usualChange = 0.1;

/** The typical change in the direction of words without an amount, inside the bounds. Empty without one parameter and one direction. */
function assumedValue(
  { scenario }: WorkflowDefinition,
  { words, reason, parameters: [id, ...others], candidates = [] }: Interpretation['notInterpreted'][number],
): ReadValue[] {
  const parameter = scenario.parameters.find((one) => one.id === id);
  if (reason !== 'no_amount' || others.length > 0 || !parameter || parameter.type === 'choice') return [];
  const { default: baseline, minimum, maximum, unit, calibrated_range: range, type } = parameter;
  const directions = new Set(candidates.map((values) => Math.sign(Number(values[parameter.id]) - baseline)));
  const [direction = 0] = directions;
  if (directions.size !== 1 || direction === 0) return [];
  const isRelative = unit !== 'share' && baseline !== 0;
  const usual = unit === 'share' ? usualChange : usualChange * (isRelative ? Math.abs(baseline) : range[1] - range[0]);
  const size = parameter.typical_change ?? (type === 'integer' ? Math.max(1, Math.round(usual)) : usual);
  const changed = Math.min(maximum, Math.max(minimum, baseline + direction * size));
  const value = type === 'integer' ? Math.round(changed) : Number(changed.toPrecision(significantDigits));
  return value === baseline ? [] : [{ parameter: parameter.id, value, words, source: 'assumed' }];
}

const isReason = (reason: string): reason is NotReadReason => notReadReasons.some((own) => own === reason);

/** Evenly spaced values with both ends. An integer parameter has fewer if the range contains fewer integers. */
function armsOf(
  { scenario }: WorkflowDefinition,
  { parameter, ends: [from, to], from: words }: NonNullable<Interpretation['range']>,
): Arm[] {
  const isInteger = scenario.parameters.some(({ id, type }) => id === parameter && type === 'integer');
  const values = Array.from({ length: rangeValues }, (_, step) => {
    const value = from + ((to - from) * step) / (rangeValues - 1);
    return isInteger ? Math.round(value) : Number(value.toPrecision(significantDigits));
  });
  return [...new Set(values)].map((value) => ({ words, values: { [parameter]: value } }));
}
