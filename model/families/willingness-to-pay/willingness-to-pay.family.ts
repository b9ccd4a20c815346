import type { IssueList } from '../../definition/issue-list.js';
import { numericParameterOf, type References } from '../../definition/references.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';
import { compileEquations } from '../../equations/compile-equations.js';
import { twoPartModel, type LinearModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { paymentFigures } from './willingness-to-pay.figures.js';
import type { DecisionFamily } from '../../equations/decision-family.js';
import { countPaying, expectPayment, runPayment } from './willingness-to-pay.run.js';
import { paymentTranscriber } from './willingness-to-pay.transcriber.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';

/** Checks that the price is a positive number parameter in the unit of the amounts, and that the prices of the curve increase. */
function checkWillingnessToPay(
  list: IssueList,
  { outcomes, price, curve, amount }: WillingnessToPay,
  references: References,
): void {
  list.unique(
    ['decision', 'outcomes'],
    outcomes.map(({ id }) => id),
    'outcome',
  );
  const path = ['decision', 'price'];
  const message = `"${price}" is a choice parameter, but a price must be a number`;
  const parameter = numericParameterOf(list, path, price, references, message);
  if (parameter) {
    if (parameter.minimum <= 0) list.add(path, `"${price}" can be ${parameter.minimum}, but a price must be above 0`);
    if (parameter.unit !== amount.unit)
      list.add(path, `"${price}" is in ${parameter.unit}, but amounts are in ${amount.unit}`);
  }
  if (curve.prices.some((value, index) => index > 0 && value <= curve.prices[index - 1]!))
    list.add(['decision', 'curve', 'prices'], 'must increase');
}

const equations = ['amount', 'zero'];

/** Returns the predictors of the amount and of paying nothing as a linear model. */
function paymentOf(decision: WillingnessToPay): LinearModel {
  return twoPartModel(decision, equations, [decision.log_sigma]);
}

/**
 * Willingness to pay: a spike at zero and a log-normal amount otherwise. An agent pays a price if its amount is at least the price.
 * Source: Kriström, "Spike models in contingent valuation", American Journal of Agricultural Economics 79 (1997).
 */
export const willingnessToPay: DecisionFamily<WillingnessToPay> = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: [],
  linear: paymentOf,
  formulas: ({ amount: { id }, log_sigma: logSigma }) => [
    `P(${id} = 0) = ${inverseLogit(predictorName('zero'))}`,
    `log(${id}) = ${predictorName('amount')} + exp(${logSigma}) × z otherwise, with a standard normal z`,
  ],
  check: checkWillingnessToPay,
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ amount: { id, label, unit, most } }) => [{ id, label, unit, bounds: [0, most] }],
  curves: ({ curve: { id, label, prices }, amount: { unit } }) => [{ id, label, step_unit: unit, steps: prices }],
  compile(decision, context) {
    const model = paymentOf(decision);
    const compiled = {
      decision,
      scenario: compileEquations(model, context, context.scenario),
      baseline: compileEquations(model, context, context.baseline),
      price: Number(context.scenario[decision.price]),
      baselinePrice: Number(context.baseline[decision.price]),
      logSigma: decision.coefficients.findIndex(({ id }) => id === decision.log_sigma),
    };
    return {
      run: (situation) => runPayment(compiled, situation),
      expect: (situation, draws) => expectPayment(compiled, situation, draws),
      figures: (situation, side, options) => paymentFigures(compiled, situation, side, options),
    };
  },
  countCurves({ curve }, { columns }) {
    const columnOf = columnFinder(columns);
    const payments = (prefix: string) => ({
      nothing: columnOf(`${prefix}pays_nothing`).values,
      logAmounts: columnOf(`${prefix}log_amount`).values,
    });
    return [countPaying(curve.prices, payments(''), payments('baseline_'))];
  },
  transcriber: (definition, scenario, decided) =>
    paymentTranscriber(definition, paymentOf(definition.decision), scenario, decided),
};
