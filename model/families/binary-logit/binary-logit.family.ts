import { compileBothSides } from '../../equations/compile-equations.js';
import { type LinearModel, indexModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { indexTranscriber } from '../../transcript/predictor-transcriber.js';
import { expectChoice, runChoice } from '../conditional-logit/conditional-logit.run.js';
import { choiceFigures } from '../conditional-logit/conditional-logit.figures.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { predictorName, linkOf } from '../../equations/formulas.js';
import { checkIntercept, interceptFormula, spreadPosition, spreadsOf } from '../../equations/random-intercepts.js';
import { decideLevels } from '../ordered-logit/ordered-logit.run.js';
import type { BinaryLogit } from './binary-logit.schema.js';
import { boundDecision, familyDefaults } from '../outcome-columns.js';

/** Index of the coefficient of the threshold between the outcomes, which is 0. */
const noCoefficient = -1;

/**
 * The predictor as the equation of the second outcome. With the logit link and without random intercepts, the first outcome has an equation
 * without terms: the decision is a choice between two utilities.
 */
function predictorOf(decision: BinaryLogit): LinearModel {
  const [reference, event] = decision.outcomes;
  const model = indexModel(decision, event.id, spreadsOf(decision));
  return isChoice(decision) ? { ...model, equations: [reference.id, event.id] } : model;
}

/** Whether the random error is the difference of the errors of two utilities. */
const isChoice = ({ link = 'logit', random_intercept: intercept }: BinaryLogit) => link === 'logit' && !intercept;

const alwaysAvailable = [undefined, undefined] as const;

/**
 * Binary logit, probit or complementary log-log. The logit is computed as a choice between two outcomes, one with utility 0: the difference of
 * two Gumbel errors is logistic. With other links and with random intercepts, the second outcome results if predictor plus random error is
 * above 0.
 * Source: Train, "Discrete choice methods with simulation" (2009), sections 3.1 and 5.1.
 */
export const binaryLogit: DecisionFamily<BinaryLogit> = {
  ...familyDefaults,
  equationWord: 'outcome',
  linear: predictorOf,
  formulas({ outcomes: [, { id }], link, random_intercept: intercept }) {
    return [`P(${id}) = ${interceptFormula(linkOf({ link }), predictorName(id), intercept)}`];
  },
  check(list, decision) {
    checkIntercept(list, decision);
    list.unique(['decision', 'outcomes'], decision.outcomes, 'outcome');
  },
  compile(decision, context) {
    const sides = compileBothSides(predictorOf(decision), context);
    if (!isChoice(decision)) {
      const outcomes = decision.outcomes.map(({ id }) => id);
      const [link, spread] = [linkOf(decision), spreadPosition(decision)];
      return decideLevels({ outcomes, link, thresholds: [noCoefficient], spread, ...sides });
    }
    const choice = { ...sides, availability: { scenario: alwaysAvailable, baseline: alwaysAvailable } };
    return boundDecision(choice, runChoice, expectChoice, choiceFigures);
  },
  transcriber(definition, scenario, decided) {
    const { decision } = definition;
    const [reference, event] = decision.outcomes;
    const columnOf = columnFinder(decided.columns);
    const errors = isChoice(decision)
      ? [columnOf(`error.${event.id}`), columnOf(`error.${reference.id}`)]
      : [columnOf('error')];
    const [error, otherError] = errors.map(({ values }) => values);
    return indexTranscriber(definition, predictorOf(decision), scenario, decided, {
      outcomes: decision.outcomes,
      equation: event.id,
      favored: event.noun,
      logitsPerUnit: linkOf(decision).logitsPerUnit,
      randomErrorOf: (index) => error![index]! - (otherError?.[index] ?? 0),
      outcomeAt: (score) => (score > 0 ? 1 : 0),
      distanceTo: (outcome, score) => (outcome === 1 ? -score : score),
    });
  },
};
