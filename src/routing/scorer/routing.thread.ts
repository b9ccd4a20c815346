import { LRUCache } from 'lru-cache';
import { routeQuestion, type Routed } from '../confidence/route-question.js';
import { QuestionScorer } from './question-scorer.js';
import { mostTexts, textsOf, type RoutedCatalog } from './routed-catalog.js';

export interface RoutingTask {
  /** Under which the thread keeps the catalog. */
  key: string;
  /** Left out where the thread may know it. */
  catalog?: RoutedCatalog;
  question: string;
  vector: Float32Array | undefined;
  most: number;
}

const scorers = new LRUCache<string, QuestionScorer>({ maxSize: mostTexts });

/** Runs in the thread of {@link RoutingThread}: to learn a catalog takes a tenth of a second, a question a millisecond. Undefined for a catalog that is not known here. */
export default function route({ key, catalog, question, vector, most }: RoutingTask): Routed[] | undefined {
  let scorer = scorers.get(key);
  if (!scorer) {
    if (!catalog) return undefined;
    scorer = new QuestionScorer(catalog.workflows, catalog.vectors);
    scorers.set(key, scorer, { size: textsOf(catalog) });
  }
  return routeQuestion(scorer, question, vector, most);
}
