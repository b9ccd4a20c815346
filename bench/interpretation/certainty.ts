import type { WorkflowDefinition } from '../../model/definition.js';
import type { Features } from '../../questions/certainty.js';
import { readQuestion, type Weighed } from '../../questions/read-question.js';
import { judge, type Sentence } from './judge.js';

/** A value that the rules read, with its features and whether the writer meant it. */
export interface WeighedRow {
  writer: string;
  features: Features;
  isRight: boolean;
}

/** The values that the rules read in a sentence, before their probabilities decide. */
export function weighedRows(definition: WorkflowDefinition, sentence: Sentence, writer: string): WeighedRow[] {
  const weighed: Weighed[] = [];
  const read = readQuestion(definition, sentence.question, { threshold: 0, onValue: (one) => weighed.push(one) });
  const defaults = new Map(definition.scenario.parameters.map(({ id, default: value }) => [id, value]));
  const isWhole = judge(definition, sentence, read) !== 'wrong';
  // The values of a comparison are set together.
  const [compared] = read.arms.length > 0 ? weighed.filter(({ isCompared }) => isCompared) : [];
  const several = compared ? [{ writer, features: compared.features, isRight: isWhole }] : [];
  const single = weighed.flatMap(({ finding: { parameter, value }, features, isCompared }) => {
    if (isCompared) return [];
    // Today's value changes nothing.
    if (value === defaults.get(parameter)) return [];
    const values = read.values.filter((one) => one.parameter === parameter);
    const alone = { ...read, values, arms: [], segments: [] };
    return values.length === 0 ? [] : [{ writer, features, isRight: judge(definition, sentence, alone) !== 'wrong' }];
  });
  return [...several, ...single];
}
