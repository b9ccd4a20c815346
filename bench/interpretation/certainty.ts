import { isChoice, type WorkflowDefinition } from '../../model/definition.js';
import type { Features } from '../../questions/certainty.js';
import { readQuestion, type Rule, type Weighed } from '../../questions/read-question.js';
import { judge, type Sentence } from './judge.js';

/** A value that the rules read, with its features and whether the writer meant it. */
export interface WeighedRow {
  writer: string;
  /** 0 for the definition itself, otherwise the number of a copy with fewer words. */
  copy: number;
  features: Features;
  isRight: boolean;
}

/** The words of the definitions come from the development writers. Without this share of them, a sentence is like one of a new writer. */
const leftOut = 0.3;
const copies = 4;
/** Rules for constructions. Without one of them, a sentence is like one with a construction that the rules do not know. */
const constructions: readonly Rule[] = [
  ...(['sides', 'list', 'today_arm', 'goal', 'forecast', 'dropped_plan', 'denied_change'] as const),
  'group_option',
];

/** A number from 0 to 1 that depends on the text only. Source: FNV-1a. */
function draw(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}

/** The definition without some of its phrases; each list keeps its first phrase. */
function withFewerWords(definition: WorkflowDefinition, copy: number): WorkflowDefinition {
  const fewer = (words: readonly string[]) =>
    words.map((text) =>
      text
        .split('|')
        .filter((phrase, at) => at === 0 || draw(`${copy} ${definition.workflow_id} ${phrase.trim()}`) >= leftOut)
        .join('|'),
    );
  const without = <One extends { words?: readonly string[] | undefined }>(one: One): One =>
    one.words ? { ...one, words: fewer(one.words) } : one;
  const parameters = definition.scenario.parameters.map((one) =>
    isChoice(one) ? { ...without(one), options: one.options.map(without) } : without(one),
  );
  return { ...definition, scenario: { ...definition.scenario, parameters } };
}

/** The definition, and copies of it with fewer words. */
export const variantsOf = (definition: WorkflowDefinition): WorkflowDefinition[] => [
  definition,
  ...Array.from({ length: copies }, (_, copy) => withFewerWords(definition, copy + 1)),
];

/** The rules that a copy leaves out for a sentence. The definition itself leaves out none. */
const rulesLeftOut = (sentence: Sentence, copy: number): ReadonlySet<Rule> =>
  new Set(constructions.filter((rule) => copy > 0 && draw(`${copy} ${rule} ${sentence.question}`) < leftOut));

/** The values that the rules read in a sentence, before their probabilities decide. */
export function weighedRows(
  definition: WorkflowDefinition,
  copy: number,
  sentence: Sentence,
  writer: string,
): WeighedRow[] {
  const weighed: Weighed[] = [];
  const read = readQuestion(definition, sentence.question, {
    without: rulesLeftOut(sentence, copy),
    threshold: 0,
    onValue: (one) => weighed.push(one),
  });
  const defaults = new Map(definition.scenario.parameters.map(({ id, default: value }) => [id, value]));
  const isWhole = judge(definition, sentence, read) !== 'wrong';
  return weighed.flatMap(({ finding, features, isCompared }) => {
    const { parameter, value, isAssumed } = finding;
    // The development writers fixed no assumed values.
    if (isAssumed) return [];
    if (isCompared) return read.arms.length > 0 ? [{ writer, copy, features, isRight: isWhole }] : [];
    // Today's value changes nothing.
    if (value === defaults.get(parameter)) return [];
    const alone = { ...read, values: read.values.filter((one) => one.parameter === parameter), arms: [], segments: [] };
    return [{ writer, copy, features, isRight: judge(definition, sentence, alone) !== 'wrong' }];
  });
}
