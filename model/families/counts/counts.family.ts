import { compileEquations } from '../../equations/compile-equations.js';
import { type LinearModel, indexModel } from '../../equations/linear-model.js';
import { countFigures } from './counts.figures.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { checkIntercept, spreadsOf } from '../../equations/random-intercepts.js';
import { checkBands } from '../outcome-columns.js';
import { expectCounts, greatestSpread, parametersOf, runCounts } from './counts.run.js';
import type { Counts } from './counts.schema.js';
import { countTranscriber } from './counts.transcriber.js';
import { predictorName } from '../../equations/formulas.js';

/** The time of a simulation grows with the number of counts below the last band and with its square root. */
const greatestBandWithIntercept = 200;

/** Returns the predictor of the log mean as a linear model. */
function rateOf(decision: Counts): LinearModel {
  return indexModel(decision, 'rate', [...(decision.dispersion ? [decision.dispersion] : []), ...spreadsOf(decision)]);
}

/**
 * Counts: Poisson, or negative binomial (NB2) as a Poisson count with a mean multiplied by a gamma variate of the agent.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, sections 3.2 and 3.3.
 */
export const counts: DecisionFamily<Counts> = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: [],
  linear: rateOf,
  formulas: ({ count, dispersion, random_intercept: intercept }) => {
    const inGroup = intercept ? ' in a group' : '';
    const predictor = predictorName('rate');
    return [
      `mean(${count.id})${inGroup} = exp(${intercept ? `${predictor} + u` : predictor})`,
      `variance(${count.id})${inGroup} = mean${dispersion === undefined ? '' : ` + mean² / exp(${dispersion})`}`,
      ...(intercept ? [`u is normal with mean 0 and standard deviation ${intercept.spread}`] : []),
    ];
  },
  check(list, decision) {
    const { outcomes, random_intercept: intercept } = decision;
    checkBands(list, outcomes);
    checkIntercept(list, decision);
    const spread = intercept && decision.coefficients.find(({ id }) => id === intercept.spread);
    if (spread && spread.estimate > greatestSpread)
      list.add(
        ['decision', 'random_intercept', 'spread'],
        `"${spread.id}" is ${spread.estimate}, but a standard deviation of the logarithms of means is at most ${greatestSpread}`,
      );
    const last = outcomes.at(-1)!;
    if (intercept && last.from > greatestBandWithIntercept)
      list.add(
        ['decision', 'outcomes', outcomes.length - 1, 'from'],
        `"${last.id}" starts at ${last.from}, but with random intercepts the last band starts at ${greatestBandWithIntercept} at most`,
      );
  },
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ count: { id, label, unit } }) => [{ id, label, unit, bounds: [0, Infinity] }],
  curves: () => [],
  compile(decision, context) {
    const model = rateOf(decision);
    const compiled = {
      ...parametersOf(decision),
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
    };
    return {
      run: (situation) => runCounts(compiled, situation),
      expect: (situation, draws) => expectCounts(compiled, situation, draws),
      figures: (situation, side, options) => countFigures(compiled, situation, side, options),
    };
  },
  countCurves: () => [],
  transcriber: (definition, scenario, decided) =>
    countTranscriber(definition, rateOf(definition.decision), scenario, decided),
};
