import { LRUCache } from 'lru-cache';
import { routeQuestion, type Routed } from '../confidence/route-question.js';
import { QuestionScorer, type RoutedWorkflow } from './question-scorer.js';

/** What questions are compared with. */
export interface RoutedCatalog {
  workflows: readonly RoutedWorkflow[];
  /** The sentence vector of every text; without them words alone are compared. */
  vectors?: ReadonlyMap<string, Float32Array> | undefined;
}

export interface RoutingTask {
  /** Under which the thread keeps the catalog. */
  key: string;
  /** Left out where the thread may know it. */
  catalog?: RoutedCatalog;
  question: string;
  vector: Float32Array | undefined;
  most: number;
}

const mostCatalogs = 50;
const scorers = new LRUCache<string, QuestionScorer>({ max: mostCatalogs });

/** Runs in the thread of {@link RoutingThread}: to learn a catalog takes a tenth of a second, a question a millisecond. Undefined for a catalog that is not known here. */
export default function route({ key, catalog, question, vector, most }: RoutingTask): Routed[] | undefined {
  let scorer = scorers.get(key);
  if (!scorer) {
    if (!catalog) return undefined;
    scorer = new QuestionScorer(catalog.workflows, catalog.vectors);
    scorers.set(key, scorer);
  }
  return routeQuestion(scorer, question, vector, most);
}
