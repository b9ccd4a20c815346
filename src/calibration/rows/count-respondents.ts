import type { Model } from '../fit-sample.js';
import type { Rows } from './rows.js';

/** Number of respondents of these rows. Cells of a count table count all their responses. */
export function countRespondents({ rows, counts }: Pick<Model, 'rows' | 'counts'>, selected: Int32Array): number {
  const countByRespondent = new Map<number, number>();
  for (const row of selected) {
    const respondent = rows.respondents[row]!;
    countByRespondent.set(respondent, Math.max(counts[row]!, countByRespondent.get(respondent) ?? 0));
  }
  return [...countByRespondent.values()].reduce((sum, count) => sum + count, 0);
}

/** Number of responses that these rows represent. */
export function countResponses({ counts }: Pick<Model, 'counts'>, selected: Int32Array): number {
  return selected.reduce((sum, row) => sum + counts[row]!, 0);
}

/**
 * Effective number of respondents with sampling weights: (Σw)² / Σw². The weight of a respondent is the mean over the
 * rows.
 * Source: Kish, "Survey sampling" (1965), section 11.7.
 */
export function effectiveRespondents({ respondents, weights }: Rows, selected: Int32Array): number {
  const byRespondent = new Map<number, { sum: number; rows: number }>();
  for (const row of selected) {
    const own = byRespondent.get(respondents[row]!) ?? { sum: 0, rows: 0 };
    byRespondent.set(respondents[row]!, { sum: own.sum + (weights?.[row] ?? 1), rows: own.rows + 1 });
  }
  let [total, squares] = [0, 0];
  for (const { sum, rows } of byRespondent.values()) {
    total += sum / rows;
    squares += (sum / rows) ** 2;
  }
  return total ** 2 / squares;
}
