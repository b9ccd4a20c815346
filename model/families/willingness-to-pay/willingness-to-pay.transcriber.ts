// cspell:ignore told (a field of the definition)
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { NumericParameter, Scenario } from '../../definition/scenario.schema.js';
import { estimateOf, type LinearModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { type ParameterChange, changeBeyond } from '../../transcript/parameter-changes.js';
import { numberTranscriber, type Rank, describeRank } from '../../transcript/number-transcript/number-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, type Sentence, sentence } from '../../transcript/sentence.js';
import { fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import {
  probabilityOfAny,
  probabilityToPay,
  sigmaFrom,
  type AmountDistribution,
  outcomeOf,
  paymentOutcomes,
} from './willingness-to-pay.run.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';
import { exp } from '../../math/elementary.js';

/** Returns a function that writes the transcript of an agent: the amount that it would pay and the reasons for it. */
export function paymentTranscriber(
  definition: WorkflowOf<WillingnessToPay>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const columnOf = columnFinder(decided.columns);
  const [outcomes, baselineOutcomes] = [columnOf('outcome'), columnOf('baseline_outcome')];
  const [zeroErrors, amountErrors] = [columnOf('error.zero'), columnOf('error.amount')];
  const logAmounts = columnOf('log_amount');
  const sigma = sigmaFrom(estimateOf(model, decision.log_sigma));
  const price = Number(scenario[decision.price]);
  const priceParameter = definition.scenario.parameters.find(({ id }) => id === decision.price) as NumericParameter;
  const nounOf = (outcome: number) => decision.outcomes[outcome]!.noun;
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { amount: 1, zero: -1 },
    phrases: decision.telling,
    nounOf,
    resultOf(index, equations) {
      const result = outcomes.values[index]!;
      const logAmount = logAmounts.values[index]!;
      const choice = fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) });
      const amount =
        result === paymentOutcomes.nothing
          ? []
          : [describeAmount(decision, exp(logAmount), result === paymentOutcomes.price ? price : 0)];
      const rank = rankOf({ amount: equations[0]!, zero: equations[1]!, sigma }, result, logAmount);
      return {
        result,
        baselineResult: baselineOutcomes.values[index]!,
        resultAt: (values) =>
          outcomeOf(
            values[1]! + zeroErrors.values[index]! > 0,
            values[0]! + sigma * amountErrors.values[index]!,
            price,
          ),
        description: [sentence('outcome', choice), ...amount, describeRank(narrative.peers, decision.telling, rank)],
        otherChanges: result === paymentOutcomes.nothing ? [] : priceChanges(priceParameter, price, logAmount),
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

/** Probabilities of a smaller and of a greater amount. */
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
