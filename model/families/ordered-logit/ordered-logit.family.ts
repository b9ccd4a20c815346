import type { IssueList } from '../../definition/issue-list.js';
import { estimateOf } from '../../equations/linear-model.js';
import { checkIntercept, interceptFormula, spreadPosition } from '../../equations/random-intercepts.js';
import type { OrderedLogit } from './ordered-logit.schema.js';
import { compileBothSides } from '../../equations/compile-equations.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { indexTranscriber } from '../../transcript/predictor-transcriber.js';
import { decideLevels, levelAt, predictorEquation, predictorOf } from './ordered-logit.run.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { linkOf, predictorName } from '../../equations/formulas.js';
import { familyDefaults } from '../outcome-columns.js';

/** Checks that outcomes, thresholds and points are consistent. A shared check ensures that the thresholds are coefficients. */
export function checkOrderedLogit(list: IssueList, decision: OrderedLogit): void {
  const { outcomes, thresholds, score, random_intercept: intercept } = decision;
  checkIntercept(list, decision);
  if (intercept && thresholds.includes(intercept.spread))
    list.add(['decision', 'random_intercept', 'spread'], `"${intercept.spread}" is a threshold`);
  list.unique(['decision', 'outcomes'], outcomes, 'outcome');
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

/**
 * Ordered logit, probit or complementary log-log: each agent has a predictor plus a random error, and the outcome is the number of thresholds
 * below their sum. Random intercepts are a part of the random error. Signs as in MASS::polr: P(outcome ≤ k) = F(threshold k - predictor), so a greater predictor raises the outcome.
 * Source: McCullagh, "Regression models for ordinal data", Journal of the Royal Statistical Society B 42 (1980).
 */
export const orderedLogit: DecisionFamily<OrderedLogit> = {
  ...familyDefaults,
  linear: predictorOf,
  formulas: ({ outcomes, thresholds, link, random_intercept: intercept }) =>
    thresholds.map((threshold, k) => {
      const above = interceptFormula(linkOf({ link }), predictorName(predictorEquation), intercept, threshold);
      return `P(outcome > ${outcomes[k]!.id}) = ${above}`;
    }),
  check: checkOrderedLogit,
  measures: ({ score }) => {
    if (!score) return [];
    const { id, label, unit, points } = score;
    return [{ id, label, unit, bounds: [Math.min(...points), Math.max(...points)] }];
  },
  compile(decision, context) {
    const model = predictorOf(decision);
    const ids = model.coefficients.map(({ id }) => id);
    return decideLevels({
      outcomes: decision.outcomes.map(({ id }) => id),
      link: linkOf(decision),
      thresholds: decision.thresholds.map((threshold) => ids.indexOf(threshold)),
      spread: spreadPosition(decision),
      score: decision.score,
      ...compileBothSides(model, context),
    });
  },
  transcriber(definition, scenario, decided) {
    const { decision } = definition;
    const thresholds = decision.thresholds.map((id) => estimateOf(decision, id));
    const error = columnFinder(decided.columns)('error');
    return indexTranscriber(definition, predictorOf(decision), scenario, decided, {
      outcomes: decision.outcomes,
      equation: predictorEquation,
      favored: decision.outcomes.at(-1)!.noun,
      isOrdered: true,
      logitsPerUnit: linkOf(decision).logitsPerUnit,
      randomErrorOf: (index) => error.values[index]!,
      outcomeAt: (score) => levelAt(score, thresholds),
      distanceTo(outcome, score) {
        const [low, high] = [thresholds[outcome - 1] ?? -Infinity, thresholds[outcome] ?? Infinity];
        return score <= low ? low - score : score > high ? high - score : 0;
      },
    });
  },
};
