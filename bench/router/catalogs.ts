import { featuresOf } from '../../src/routing/confidence/route-question.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import type { IntentData, Question } from './intent-data.js';
import { generatorOf, pick, shuffle } from './random.js';

/** Result of routing a question: features of the confidence, and whether the best workflow is correct. */
export interface Asked {
  features: number[];
  right: boolean;
  inScope: boolean;
}

const catalogSizes = [1, 3, 6, 10, 15, 20, 30, 45, 60];
const exampleCounts = [6, 8, 10];
const questionsPerCatalog = 150;
const shareInScope = 0.75;

/** Routes the questions of the test set with a catalog of all intents. */
export function askAll(data: IntentData, semantic: boolean, examples = data.examples): Asked[] {
  const workflows = [...byIntent(examples)].map(([id, examples]) => ({ id, examples, notFor: [] }));
  const scorer = new QuestionScorer(workflows, semantic ? data.vectors : undefined);
  return [...data.questions, ...data.outOfScope].map((question) => ask(scorer, data, question));
}

/**
 * Routes questions with many small catalogs of randomly drawn intents. All other intents are out of scope. The catalogs have no `not_for`
 * questions: those of a real workflow ask for something that no model predicts, and other intents do not.
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
    const workflows = inside.map((id): RoutedWorkflow => {
      const examples = shuffle(intents.get(id)!, random).slice(0, count);
      return { id, examples, notFor: [] };
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
