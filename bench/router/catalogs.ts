import { featuresOf } from '../../src/routing/confidence/features.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import { dot, unit } from '../../src/routing/scorer/vectors.js';
import type { IntentData, Question } from './data.js';
import { generatorOf, pick, shuffle } from './random.js';

/** Result of routing a question: features of the confidence, and whether the best workflow is correct. */
export interface Asked {
  features: number[];
  right: boolean;
  inScope: boolean;
}

const catalogSizes = [1, 3, 6, 10, 15, 20, 30, 45, 60];
const exampleCounts = [6, 8, 10];
const notForCount = 5;
const questionsPerCatalog = 150;
const shareInScope = 0.75;

/** Routes the questions of the test set with a catalog of all intents. */
export function askAll(data: IntentData, semantic: boolean, examples = data.examples): Asked[] {
  const workflows = [...byIntent(examples)].map(([id, examples]) => ({ id, examples, notFor: [] }));
  const scorer = new QuestionScorer(workflows, semantic ? data.vectors : undefined);
  return [...data.questions, ...data.outOfScope].map((question) => ask(scorer, data, question));
}

/**
 * Routes questions with many small catalogs of randomly drawn intents. All other intents are out of scope. In every second catalog, their
 * nearest examples are the `not_for` questions of a workflow.
 */
export function askDrawnCatalogs(data: IntentData, semantic: boolean, catalogs: number): Asked[] {
  const random = generatorOf(1);
  const intents = byIntent(data.examples);
  const questions = byIntent(data.questions.map(({ text, intent }) => ({ text, intent })));
  const asked: Asked[] = [];
  for (let draw = 0; draw < catalogs; draw++) {
    const shuffled = shuffle([...intents.keys()], random);
    // At least a third of the intents stay outside, so that some questions must be rejected.
    const size = Math.min(catalogSizes[draw % catalogSizes.length]!, Math.floor((2 * shuffled.length) / 3));
    const inside = shuffled.slice(0, size);
    const outside = shuffled.slice(size);
    const count = exampleCounts[draw % exampleCounts.length]!;
    const outsideExamples = draw % 2 === 0 ? outside.flatMap((intent) => intents.get(intent)!) : [];
    const workflows = inside.map((id): RoutedWorkflow => {
      const examples = shuffle(intents.get(id)!, random).slice(0, count);
      return { id, examples, notFor: nearest(examples, outsideExamples, data) };
    });
    const scorer = new QuestionScorer(workflows, semantic ? data.vectors : undefined);
    for (let k = 0; k < questionsPerCatalog; k++) {
      const within = random() < shareInScope;
      const isOutOfScope = !within && data.outOfScope.length > 0 && random() < 0.5;
      if (isOutOfScope) asked.push(ask(scorer, data, pick(data.outOfScope, random)));
      else {
        const intent = pick(within ? inside : outside, random);
        asked.push(ask(scorer, data, { text: pick(questions.get(intent)!, random), intent: within ? intent : null }));
      }
    }
  }
  return asked;
}

/** Routes one question with one catalog. */
export function ask(scorer: QuestionScorer, data: Pick<IntentData, 'vectors'>, { text, intent }: Question): Asked {
  const scored = scorer.score(text, scorer.hasVectors ? data.vectors.get(text) : undefined);
  return {
    features: featuresOf(scored),
    right: intent !== null && scored.candidates[0]?.workflow.id === intent,
    inScope: intent !== null,
  };
}

function nearest(examples: readonly string[], outsideExamples: readonly string[], { vectors }: IntentData): string[] {
  const own = examples.map((text) => unit(vectors.get(text)!));
  const center = own.reduce((sum, vector) => sum.map((value, k) => value + vector[k]!));
  return outsideExamples
    .map((text) => ({ text, similarity: dot(vectors.get(text)!, center) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, notForCount)
    .map(({ text }) => text);
}

function byIntent(questions: readonly Question[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { text, intent } of questions) {
    if (intent === null) continue;
    const texts = grouped.get(intent);
    if (texts) texts.push(text);
    else grouped.set(intent, [text]);
  }
  return grouped;
}
