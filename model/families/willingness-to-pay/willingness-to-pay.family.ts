// cspell:ignore told (a field of the definition)
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { NumericParameter, Scenario } from '../../definition/scenario.schema.js';
import { estimateOf, type LinearModel, twoPartModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { type ParameterChange, changeBeyond } from '../../transcript/parameter-changes.js';
import { numberTranscriber, type Rank } from '../../transcript/predictor-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, type Sentence, sentence, fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import {
  probabilityOfAny,
  probabilityToPay,
  sigmaFrom,
  type AmountDistribution,
  outcomeOf,
  paymentOutcomes,
  countPaying,
  expectPayment,
  runPayment,
} from './willingness-to-pay.run.js';
import { boundDecision, bothSides, familyDefaults } from '../outcome-columns.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';
import { exp } from '../../math/elementary.js';
import type { IssueList } from '../../definition/issue-list.js';
import { numericParameterOf, type References } from '../../definition/references.js';
import { compileBothSides } from '../../equations/compile-equations.js';
import { paymentFigures } from './willingness-to-pay.figures.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';

function paymentTranscriber(
  definition: WorkflowOf<WillingnessToPay>,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision } = definition;
  const model = paymentOf(decision);
  const columnOf = columnFinder(decided.columns);
  const [outcomes, baselineOutcomes] = [columnOf('outcome'), columnOf('baseline_outcome')];
  const [zeroErrors, amountErrors] = [columnOf('error.zero'), columnOf('error.amount')];
  const logAmounts = columnOf('log_amount');
  const sigma = sigmaFrom(estimateOf(model, decision.log_sigma));
  const price = Number(scenario[decision.price]);
  const priceParameter = definition.scenario.parameters.find(({ id }) => id === decision.price) as NumericParameter;
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { amount: 1, zero: -1 },
    phrases: decision.telling,
    nounOf: (outcome) => decision.outcomes[outcome]!.noun,
    resultOf(index, equations) {
      const result = outcomes.values[index]!;
      const logAmount = logAmounts.values[index]!;
      const paysNothing = result === paymentOutcomes.nothing;
      const paidPrice = result === paymentOutcomes.price ? price : 0;
      return {
        result,
        baselineResult: baselineOutcomes.values[index]!,
        resultAt: (values) =>
          outcomeOf(
            values[1]! + zeroErrors.values[index]! > 0,
            values[0]! + sigma * amountErrors.values[index]!,
            price,
          ),
        amount: paysNothing ? undefined : describeAmount(decision, exp(logAmount), paidPrice),
        rank: rankOf({ amount: equations[0]!, zero: equations[1]!, sigma }, result, logAmount),
        otherChanges: paysNothing ? [] : priceChanges(priceParameter, price, logAmount),
      };
    },
  });
}

/**
 * Describes the amount in whole units, rounded down: the agent pays no more than its amount.
 *
 * @param paidPrice price that the agent pays; 0 if it pays none
 */
function describeAmount({ amount: phrases }: WillingnessToPay, amount: number, paidPrice: number): Sentence {
  const { told, beyond, unit } = phrases;
  const limit = Math.max(phrases.most, paidPrice);
  if (amount > limit) return sentence('amount', fillTemplate(beyond, { value: displayQuantity(limit, unit) }));
  const value = amount < 1 ? `less than ${displayQuantity(1, unit)}` : displayQuantity(Math.floor(amount), unit);
  return sentence('amount', fillTemplate(told, { value }));
}

function rankOf(own: AmountDistribution, result: number, logAmount: number): Rank {
  if (result === paymentOutcomes.nothing) return { less: 0, more: probabilityOfAny(own) };
  const more = probabilityToPay(own, exp(logAmount));
  return { less: 1 - more, more };
}

/** Change of the price that would change the outcome. No equation reads the price, so the shared search does not find it. */
function priceChanges(parameter: NumericParameter, current: number, logAmount: number): ParameterChange[] {
  const outcomeAt = (price: number) => outcomeOf(false, logAmount, price);
  const direction = outcomeAt(current) === paymentOutcomes.price ? 1 : -1;
  const point = { parameter, current, direction, value: exp(logAmount), outcomeAt } as const;
  const change = changeBeyond(point, { value: current, unit: parameter.unit });
  return change ? [change] : [];
}

/** Checks that the price is a positive number parameter in the unit of the amounts, and that the prices of the curve increase. */
function checkWillingnessToPay(
  list: IssueList,
  { outcomes, price, curve, amount }: WillingnessToPay,
  references: References,
): void {
  list.unique(['decision', 'outcomes'], outcomes, 'outcome');
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

function paymentOf(decision: WillingnessToPay): LinearModel {
  return twoPartModel(decision, equations, [decision.log_sigma]);
}

/**
 * Willingness to pay: a spike at zero and a log-normal amount otherwise. An agent pays a price if its amount is at least the price.
 * Source: Kriström, "Spike models in contingent valuation", American Journal of Agricultural Economics 79 (1997).
 */
export const willingnessToPay: DecisionFamily<WillingnessToPay> = {
  ...familyDefaults,
  linear: paymentOf,
  formulas: ({ amount: { id }, log_sigma: logSigma }) => [
    `P(${id} = 0) = ${inverseLogit(predictorName('zero'))}`,
    `log(${id}) = ${predictorName('amount')} + exp(${logSigma}) × z otherwise, with a standard normal z`,
  ],
  check: checkWillingnessToPay,
  measures: ({ amount: { id, label, unit, most } }) => [{ id, label, unit, bounds: [0, most] }],
  curves: ({ curve: { id, label, prices }, amount: { unit } }) => [{ id, label, step_unit: unit, steps: prices }],
  compile(decision, context) {
    const compiled = {
      decision,
      ...compileBothSides(paymentOf(decision), context),
      prices: bothSides((side) => Number(context[side][decision.price])),
      logSigma: decision.coefficients.findIndex(({ id }) => id === decision.log_sigma),
    };
    return boundDecision(compiled, runPayment, expectPayment, paymentFigures);
  },
  countCurves({ curve }, { columns }) {
    const columnOf = columnFinder(columns);
    const payments = (prefix: string) => ({
      nothing: columnOf(`${prefix}pays_nothing`).values,
      logAmounts: columnOf(`${prefix}log_amount`).values,
    });
    return [countPaying(curve.prices, { scenario: payments(''), baseline: payments('baseline_') })];
  },
  transcriber: paymentTranscriber,
};
