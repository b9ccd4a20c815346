import type { IssueList } from '../../definition/issue-list.js';
import { estimateOf } from '../../equations/linear-model.js';
import { checkIntercept } from '../../equations/random-intercepts.js';
import type { OrderedLogit } from './ordered-logit.schema.js';

/** Checks that outcomes, thresholds and points are consistent. A shared check ensures that the thresholds are coefficients. */
export function checkOrderedLogit(list: IssueList, decision: OrderedLogit): void {
  const { outcomes, thresholds, score, random_intercept: intercept } = decision;
  checkIntercept(list, decision);
  if (intercept && thresholds.includes(intercept.spread))
    list.add(['decision', 'random_intercept', 'spread'], `"${intercept.spread}" is a threshold`);
  list.unique(
    ['decision', 'outcomes'],
    outcomes.map(({ id }) => id),
    'outcome',
  );
  if (thresholds.length !== outcomes.length - 1) {
    list.add(
      ['decision', 'thresholds'],
      `has ${thresholds.length} thresholds, but ${outcomes.length} outcomes need ${outcomes.length - 1}`,
    );
  }
  thresholds.slice(1).forEach((id, index) => {
    const before = thresholds[index]!;
    if (estimateOf(decision, id) <= estimateOf(decision, before))
      list.add(['decision', 'thresholds', index + 1], `threshold "${id}" is not above "${before}"`);
  });
  decision.terms.forEach((term, index) => {
    if (thresholds.includes(term.coefficient))
      list.add(['decision', 'terms', index, 'coefficient'], `"${term.coefficient}" is a threshold`);
  });
  if (!score) return;
  const path = ['decision', 'score', 'points'];
  if (score.points.length !== outcomes.length)
    list.add(path, `has ${score.points.length} points for ${outcomes.length} outcomes`);
  if (score.points.some((points, index) => index > 0 && points <= score.points[index - 1]!))
    list.add(path, 'must increase from the lowest outcome to the highest');
}
