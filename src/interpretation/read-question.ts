import type { WorkflowDefinition } from '../engine/index.js';
import type { Interpretation } from './findings.js';
import { interpretQuestion } from './interpret-question.js';
import { notReadReasons, type Arm, type NotRead, type NotReadReason, type Reading, type ReadValue } from './reading.js';

/** Values of a range, with both ends. */
const rangeValues = 5;
/** Values are rounded to these digits, because 0.1 + 0.2 is not 0.3 in binary. */
const significantDigits = 12;

/** Reads a question for one workflow. Pure. Sets no value outside its bounds. */
export function readQuestion(definition: WorkflowDefinition, question: string): Reading {
  const { kind, interpreted, arms, range, goal, segments, notInterpreted } = interpretQuestion(definition, question);
  const read = interpreted.map(({ parameter, value, from }): ReadValue => {
    return { parameter, value, words: from, source: 'read' };
  });
  const isSet = (parameter: string) =>
    interpreted.some((one) => one.parameter === parameter) ||
    arms.some(({ values }) => Object.hasOwn(values, parameter));
  const assumed = range
    ? []
    : notInterpreted.flatMap((one) => assumedValue(definition, one)).filter(({ parameter }) => !isSet(parameter));
  const isAssumed = (words: string) => assumed.some((one) => one.words === words);
  return {
    kind: kind === 'baseline' && assumed.length > 0 ? 'scenario' : kind,
    values: [...read, ...assumed],
    arms: range ? armsOf(definition, range) : arms.map(({ from, values }) => ({ words: from, values })),
    goal: goal && { parameter: goal.parameter, objective: goal.objective, words: goal.from },
    segments: segments.map(({ from, ...segment }) => ({ ...segment, words: from })),
    notRead: notInterpreted.flatMap(({ words, reason, parameters, candidates = [] }): NotRead[] =>
      isReason(reason) && !(reason === 'goal' && goal) && !isAssumed(words)
        ? [{ words, reason, parameters, candidates }]
        : [],
    ),
  };
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
  const value = Number(changed.toPrecision(significantDigits));
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
