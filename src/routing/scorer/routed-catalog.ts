import type { RoutedWorkflow } from './question-scorer.js';

/** What questions are compared with. */
export interface RoutedCatalog {
  workflows: readonly RoutedWorkflow[];
  /** The sentence vector of every text; without them words alone are compared. */
  vectors?: ReadonlyMap<string, Float32Array> | undefined;
}

/** As many texts as are kept learnt, of all catalogs together: one takes some 15 KB. */
export const mostTexts = 10_000;

/** How many texts there are to learn; what has none takes a place too. */
export const textsOf = ({ workflows }: RoutedCatalog) =>
  workflows.reduce((sum, { examples, notFor }) => sum + examples.length + notFor.length, 1);
