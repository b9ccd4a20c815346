import type { ConfidenceModels } from '../../src/routing/confidence/logistic.js';
import { featuresOfLongQuestion } from '../../src/routing/confidence/route-question.js';
import type { QuestionScorer } from '../../src/routing/scorer/question-scorer.js';
import { decidingSentences } from '../../src/routing/text/plain-text.js';
import { readLines } from '../questions/read-lines.js';
import type { Asked } from './catalogs.js';
import { generatorOf, pick } from './random.js';

/** A written question with the workflow that it belongs to. A near miss has the topic of a workflow, but no workflow answers it. */
export interface TopicalQuestion {
  text: string;
  intent: string | null;
  topic: string | null;
}

const minLongCharacters = 250;
const minBackground = 3;
const maxBackground = 10;
const maxTries = 60;
/** Shares of background sentences: about the topic of the question, without any topic, and the rest about another topic. */
const topicalShare = 0.4;
const generalShare = 0.9;

const generalSentences = readLines<string>(/^context-sentences\.jsonl$/);

/**
 * Long questions: those that are long as written, and all other ones between three to ten sentences of background. The background comes from
 * the same writer's long questions, without the sentences that could decide, and from a list of general sentences.
 */
export function inBackground(questions: readonly TopicalQuestion[], seed: number): TopicalQuestion[] {
  const random = generatorOf(seed);
  const byTopic = new Map<string, string[]>();
  for (const { text, intent } of questions) {
    if (intent !== null) byTopic.set(intent, [...(byTopic.get(intent) ?? []), ...backgroundOf(text)]);
  }
  const all = [...byTopic.values()].flat();
  return questions.map((question) => {
    if (question.text.length > minLongCharacters) return question;
    const own = (question.topic !== null && byTopic.get(question.topic)) || [];
    const count = minBackground + Math.floor(random() * (maxBackground - minBackground + 1));
    const background = new Set<string>();
    for (let tries = 0; background.size < count && tries < maxTries; tries++) {
      const draw = random();
      const isTopical = draw < topicalShare && own.length > 0;
      background.add(pick(isTopical ? own : draw < generalShare || all.length === 0 ? generalSentences : all, random));
    }
    const sentences = [...background];
    const text = /[.?!]$/.test(question.text) ? question.text : `${question.text}.`;
    sentences.splice(Math.floor(random() * (sentences.length + 1)), 0, text);
    return { ...question, text: sentences.join(' ') };
  });
}

/** Sentences of a long question that cannot decide. */
function backgroundOf(text: string): string[] {
  const deciding = decidingSentences(text);
  if (deciding.length === 0) return [];
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)];
  return sentences.map(({ segment }) => segment.trim()).filter((one) => one !== '' && !deciding.includes(one));
}

export const textsOfLong = (questions: readonly TopicalQuestion[]): string[] =>
  questions.flatMap(({ text }) => [text, ...decidingSentences(text)]);

/** Routes the long ones of these questions. */
export function askLong(
  scorer: QuestionScorer,
  vectors: ReadonlyMap<string, ArrayLike<number>>,
  questions: readonly TopicalQuestion[],
  models: ConfidenceModels,
): Asked[] {
  const viewOf = (text: string) => ({ text, vector: vectors.get(text) });
  return questions.flatMap(({ text, intent }) => {
    const routed = featuresOfLongQuestion(scorer, viewOf(text), decidingSentences(text).map(viewOf), models);
    if (!routed) return [];
    const { features, workflowId } = routed;
    return [{ features, right: workflowId === intent, inScope: intent !== null }];
  });
}
