import type { Model } from '../fit-sample.js';

/** Number of respondents of these rows. Cells of a count table count all their responses. */
export function countRespondents({ rows, responses }: Pick<Model, 'rows' | 'responses'>, selected: Int32Array): number {
  const weightByRespondent = new Map<number, number>();
  for (const row of selected) {
    const respondent = rows.respondents[row]!;
    weightByRespondent.set(respondent, Math.max(responses[row]!, weightByRespondent.get(respondent) ?? 0));
  }
  return [...weightByRespondent.values()].reduce((sum, count) => sum + count, 0);
}

/** Number of responses that these rows represent. */
export function countResponses({ responses }: Pick<Model, 'responses'>, selected: Int32Array): number {
  return selected.reduce((sum, row) => sum + responses[row]!, 0);
}
