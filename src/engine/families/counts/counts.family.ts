import { compileEquations } from '../../model/compile-equations.js';
import { type LinearModel, indexModel } from '../../model/linear-model.js';
import { countFigures } from './counts.figures.js';
import type { DecisionFamily } from '../../model/decision-family.js';
import { checkBands } from '../bands.js';
import { expectCounts, runCounts } from './counts.run.js';
import type { Counts } from './counts.schema.js';
import { countTranscriber } from './counts.transcriber.js';
import { predictorName } from '../../model/formulas.js';

/** Returns the predictor of the log mean as a linear model. */
function rateOf(decision: Counts): LinearModel {
  return indexModel(decision, 'rate', decision.dispersion ? [decision.dispersion] : []);
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
  formulas: ({ count, dispersion }) => [
    `mean(${count.id}) = exp(${predictorName('rate')})`,
    `variance(${count.id}) = mean${dispersion === undefined ? '' : ` + mean² / exp(${dispersion})`}`,
  ],
  check: (list, { outcomes }) => checkBands(list, outcomes),
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ count: { id, label, unit } }) => [{ id, label, unit, bounds: [0, Infinity] }],
  curves: () => [],
  compile(decision, context) {
    const model = rateOf(decision);
    const compiled = {
      decision,
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
      dispersion: decision.coefficients.findIndex(({ id }) => id === decision.dispersion),
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
