import type { WorkflowDefinition } from '../engine/index.js';
import type { Interpretation } from './findings.js';
import { interpretQuestion } from './interpret-question.js';
import { notReadReasons, type Arm, type NotRead, type NotReadReason, type Reading } from './reading.js';

/** Values of a range, with both ends. */
const rangeValues = 5;
/** Values are rounded to these digits, because 0.1 + 0.2 is not 0.3 in binary. */
const significantDigits = 12;

/** Reads a question for one workflow. Pure. Sets no value outside its bounds. */
export function readQuestion(definition: WorkflowDefinition, question: string): Reading {
  const { kind, interpreted, arms, range, goal, segments, notInterpreted } = interpretQuestion(definition, question);
  return {
    kind,
    values: interpreted.map(({ parameter, value, from }) => ({ parameter, value, words: from, source: 'read' })),
    arms: range ? armsOf(definition, range) : arms.map(({ from, values }) => ({ words: from, values })),
    goal: goal && { parameter: goal.parameter, objective: goal.objective, words: goal.from },
    segments: segments.map(({ from, ...segment }) => ({ ...segment, words: from })),
    notRead: notInterpreted.flatMap(({ words, reason, parameters, candidates = [] }): NotRead[] =>
      isReason(reason) && !(reason === 'goal' && goal) ? [{ words, reason, parameters, candidates }] : [],
    ),
  };
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
