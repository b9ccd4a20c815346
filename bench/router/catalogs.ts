import { featuresOf } from '../../src/routing/confidence/features.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import { dot, unit } from '../../src/routing/scorer/vectors.js';
import type { IntentData, Question } from './data.js';

/** A question put to a catalog: what the confidence is read from, and whether the best workflow is the right one. */
export interface Asked {
  features: number[];
  right: boolean;
  inScope: boolean;
}

const SIZES = [1, 3, 6, 10, 15, 20, 30, 45, 60];
const EXAMPLES = [6, 8, 10];
const NOT_FOR = 5;
const QUESTIONS = 150;
const SHARE_IN_SCOPE = 0.75;

/** The catalog of all intents, and the questions of the test set. */
export function askAll(data: IntentData, semantic: boolean): Asked[] {
  const workflows = [...byIntent(data.examples)].map(([id, examples]) => ({ id, examples, notFor: [] }));
  const scorer = new QuestionScorer(workflows, semantic ? data.vectors : undefined);
  return [...data.questions, ...data.outOfScope].map((question) => ask(scorer, data, question));
}

/**
 * Questions put to many small catalogs that are drawn from the intents; the other intents are out of scope, and in every second
 * catalog the nearest of their examples are what a workflow is not for.
 */
export function askDrawnCatalogs(data: IntentData, semantic: boolean, catalogs: number): Asked[] {
  const random = numbersFrom(1);
  const intents = byIntent(data.examples);
  const questions = byIntent(data.questions.map(({ text, intent }) => ({ text, intent })));
  const asked: Asked[] = [];
  for (let draw = 0; draw < catalogs; draw++) {
    const shuffled = shuffle([...intents.keys()], random);
    // At least a third of the intents stay outside, so that there is something to refuse.
    const size = Math.min(SIZES[draw % SIZES.length]!, Math.floor((2 * shuffled.length) / 3));
    const inside = shuffled.slice(0, size);
    const outside = shuffled.slice(size);
    const count = EXAMPLES[draw % EXAMPLES.length]!;
    const strangers = draw % 2 === 0 ? outside.flatMap((intent) => intents.get(intent)!) : [];
    const workflows = inside.map((id): RoutedWorkflow => {
      const examples = shuffle(intents.get(id)!, random).slice(0, count);
      return { id, examples, notFor: nearest(examples, strangers, data) };
    });
    const scorer = new QuestionScorer(workflows, semantic ? data.vectors : undefined);
    for (let k = 0; k < QUESTIONS; k++) {
      const within = random() < SHARE_IN_SCOPE;
      const foreign = !within && data.outOfScope.length > 0 && random() < 0.5;
      if (foreign) asked.push(ask(scorer, data, pick(data.outOfScope, random)));
      else {
        const intent = pick(within ? inside : outside, random);
        asked.push(ask(scorer, data, { text: pick(questions.get(intent)!, random), intent: within ? intent : null }));
      }
    }
  }
  return asked;
}

/** One question put to one catalog. */
export function ask(scorer: QuestionScorer, data: Pick<IntentData, 'vectors'>, { text, intent }: Question): Asked {
  const scored = scorer.score(text, scorer.hasVectors ? data.vectors.get(text) : undefined);
  return {
    features: featuresOf(scored),
    right: intent !== null && scored.candidates[0]?.workflow.id === intent,
    inScope: intent !== null,
  };
}

function nearest(examples: readonly string[], strangers: readonly string[], { vectors }: IntentData): string[] {
  const own = examples.map((text) => unit(vectors.get(text)!));
  const center = own.reduce((sum, vector) => sum.map((value, k) => value + vector[k]!));
  return strangers
    .map((text) => ({ text, likeness: dot(vectors.get(text)!, center) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NOT_FOR)
    .map(({ text }) => text);
}

function byIntent(questions: readonly Question[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { text, intent } of questions) {
    if (intent !== null) grouped.set(intent, [...(grouped.get(intent) ?? []), text]);
  }
  return grouped;
}

/** A small generator of its own (mulberry32): the same catalogs at every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)]!;
