import { LRUCache } from 'lru-cache';
import { measured } from '../../platform/process/measured.js';
import { routeQuestion, type QuestionText, type RoutedText } from '../confidence/route-question.js';
import { businessQuestions } from './business-questions.js';
import { QuestionScorer, maxTexts, textsOf, type RoutedCatalog } from './question-scorer.js';

export interface RoutingTask {
  /** Cache key of the catalog in the thread. */
  key: string;
  /** Omitted if the thread may have it cached. */
  catalog?: RoutedCatalog;
  question: QuestionText;
  /** Sentences of a long question that could decide. */
  sentences: readonly QuestionText[];
  most: number;
}

const scorers = new LRUCache<string, QuestionScorer>({ maxSize: maxTexts });

/** Runs in the thread of {@link RoutingThread}. Learning a catalog takes about 100 ms, a question 1 ms. Returns undefined for an unknown catalog. */
function route({ key, catalog, question, sentences, most }: RoutingTask): RoutedText | undefined {
  let scorer = scorers.get(key);
  if (!scorer) {
    if (!catalog) return undefined;
    scorer = new QuestionScorer(catalog.workflows, catalog.vectors, businessQuestions);
    scorers.set(key, scorer, { size: textsOf(catalog) });
  }
  return routeQuestion(scorer, question, sentences, most);
}

export default measured(route);
