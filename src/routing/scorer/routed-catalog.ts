import type { RoutedWorkflow } from './question-scorer.js';

/** The workflows that questions are compared with. */
export interface RoutedCatalog {
  workflows: readonly RoutedWorkflow[];
  /** Sentence vector of every text. Without them, only words are compared. */
  vectors?: ReadonlyMap<string, Float32Array> | undefined;
}

/** Maximum texts of all learned catalogs together. One text takes about 15 KB. */
export const maxTexts = 10_000;

/** Number of texts, plus one so that an empty catalog also counts. */
export const textsOf = ({ workflows }: RoutedCatalog) =>
  workflows.reduce((sum, { examples, notFor }) => sum + examples.length + notFor.length, 1);
