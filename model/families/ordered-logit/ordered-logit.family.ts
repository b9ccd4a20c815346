import { compileBothSides } from '../../equations/compile-equations.js';
import { estimateOf } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { indexTranscriber } from '../../transcript/index-transcript/index-transcriber.js';
import { decideLevels } from './decide-levels.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { checkOrderedLogit } from './ordered-logit.check.js';
import { levelAt, predictorEquation, predictorOf } from './ordered-logit.run.js';
import { linkOf, predictorName } from '../../equations/formulas.js';
import { interceptFormula, spreadPosition } from '../../equations/random-intercepts.js';
import type { OrderedLogit } from './ordered-logit.schema.js';

/**
 * Ordered logit, probit or complementary log-log: each agent has a predictor plus a random error, and the outcome is the number of thresholds
 * below their sum. Random intercepts are a part of the random error. Signs as in MASS::polr: P(outcome ≤ k) = F(threshold k - predictor), so a greater predictor raises the outcome.
 * Source: McCullagh, "Regression models for ordinal data", Journal of the Royal Statistical Society B 42 (1980).
 */
export const orderedLogit: DecisionFamily<OrderedLogit> = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: [],
  linear: predictorOf,
  formulas: ({ outcomes, thresholds, link, random_intercept: intercept }) =>
    thresholds.map((threshold, k) => {
      const above = interceptFormula(linkOf({ link }), predictorName(predictorEquation), intercept, threshold);
      return `P(outcome > ${outcomes[k]!.id}) = ${above}`;
    }),
  check: checkOrderedLogit,
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ score }) => {
    if (!score) return [];
    const { id, label, unit, points } = score;
    return [{ id, label, unit, bounds: [Math.min(...points), Math.max(...points)] }];
  },
  curves: () => [],
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
  countCurves: () => [],
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
