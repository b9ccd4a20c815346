import { compileEquations } from '../../equations/compile-equations.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';
import { type LinearModel, twoPartModel } from '../../equations/linear-model.js';
import { checkBands } from '../outcome-columns.js';
import { amountFigures } from './amounts.figures.js';
import { expectAmounts, runAmounts } from './amounts.run.js';
import type { Amounts } from './amounts.schema.js';
import { amountTranscriber } from './amounts.transcriber.js';

const hasZero = ({ terms }: Amounts) => terms.some(({ equation }) => equation === 'zero');

/** Returns the predictors of the amount and of 0, if amounts can be 0, as a linear model. */
function amountOf(decision: Amounts): LinearModel {
  return twoPartModel(decision, hasZero(decision) ? ['amount', 'zero'] : ['amount'], [decision.log_shape]);
}

/**
 * Amounts: gamma variates with a log-linear mean. As a two-part model (hurdle), a logit decides whether the amount is 0.
 * Source: Manning, Basu and Mullahy, "Generalized modeling approaches to risk adjustment of skewed outcomes data", Journal of Health Economics 24
 * (2005), for the gamma model; Cragg, "Some statistical models for limited dependent variables", Econometrica 39 (1971), for the hurdle.
 */
export const amounts: DecisionFamily<Amounts> = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: [],
  linear: amountOf,
  formulas: (decision) => {
    const { id } = decision.amount;
    const mean = `exp(${predictorName('amount')})`;
    const variance = `variance(${id}) = mean² / exp(${decision.log_shape})`;
    return hasZero(decision)
      ? [
          `P(${id} = 0) = ${inverseLogit(predictorName('zero'))}`,
          ...[`mean(${id}) = ${mean}`, variance].map((formula) => `${formula} if above 0`),
        ]
      : [`mean(${id}) = ${mean}`, variance];
  },
  check: (list, decision) => checkBands(list, decision.outcomes, hasZero(decision)),
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ amount: { id, label, unit } }) => [{ id, label, unit, bounds: [0, Infinity] }],
  curves: () => [],
  compile(decision, context) {
    const model = amountOf(decision);
    const compiled = {
      decision,
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
      hasZero: hasZero(decision),
      logShape: decision.coefficients.findIndex(({ id }) => id === decision.log_shape),
    };
    return {
      run: (situation) => runAmounts(compiled, situation),
      expect: (situation, draws) => expectAmounts(compiled, situation, draws),
      figures: (situation, side, options) => amountFigures(compiled, situation, side, options),
    };
  },
  countCurves: () => [],
  transcriber: (definition, scenario, decided) =>
    amountTranscriber(definition, amountOf(definition.decision), scenario, decided),
};
