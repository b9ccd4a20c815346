import { type WorkflowOf } from '../../definition/definition.schema.js';
import { type NumericParameter, type Scenario } from '../../definition/scenario.schema.js';
import { estimateOf, type LinearModel } from '../../model/linear-model.js';
import { columnFinder } from '../../transcript/agent-record.js';
import { type ParameterChange, changeBeyond } from '../../transcript/parameter-changes.js';
import { numberTranscriber } from '../../transcript/number-transcript/number-transcriber.js';
import { type Rank, describeRank } from '../../transcript/number-transcript/describe-rank.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { asSentence, fillTemplate } from '../../transcript/template.js';
import { type DecisionOutput } from '../../model/decision-family.js';
import { probabilityOfAny, probabilityToPay, type AmountDistribution } from './amounts.js';
import { NOTHING, outcomeOf, PAYS } from './run.js';
import { type WillingnessToPay } from './schema.js';

/** Tells what an agent would pay, and why. */
export function paymentTranscriber(
  definition: WorkflowOf<WillingnessToPay>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const named = columnFinder(decided.columns);
  const [outcomes, usual] = [named('outcome'), named('baseline_outcome')];
  const [zeroErrors, amountErrors] = [named('error.zero'), named('error.amount')];
  const logAmounts = named('log_amount');
  const sigma = Math.exp(estimateOf(model, decision.log_sigma));
  const price = Number(scenario[decision.price]);
  const asked = definition.scenario.parameters.find(({ id }) => id === decision.price) as NumericParameter;
  const nounOf = (outcome: number) => decision.outcomes[outcome]!.noun;
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { amount: 1, zero: -1 },
    phrases: decision.telling,
    nounOf,
    resultOf(index, equations) {
      const result = outcomes.values[index]!;
      const logAmount = logAmounts.values[index]!;
      const choice = asSentence(fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) }));
      const amount =
        result === NOTHING ? [] : [describeAmount(decision, Math.exp(logAmount), result === PAYS ? price : 0)];
      const rank = rankOf({ amount: equations[0]!, zero: equations[1]!, sigma }, result, logAmount);
      return {
        result,
        baselineResult: usual.values[index]!,
        resultAt: (values) =>
          outcomeOf(
            values[1]! + zeroErrors.values[index]! > 0,
            values[0]! + sigma * amountErrors.values[index]!,
            price,
          ),
        description: [choice, ...amount, describeRank(narrative.peers, decision.telling, rank)].join(' '),
        otherChanges: result === NOTHING ? [] : priceTips(asked, price, logAmount),
      };
    },
  });
}

/**
 * In whole units, of which the agent pays no more: rounded up it would say more than it pays.
 *
 * @param paid what it is known to pay
 */
function describeAmount({ amount: words }: WillingnessToPay, amount: number, paid: number): string {
  const { told, beyond, unit } = words;
  const most = Math.max(words.most, paid);
  if (amount > most) return asSentence(fillTemplate(beyond, { value: displayQuantity(most, unit) }));
  const value = amount < 1 ? `less than ${displayQuantity(1, unit)}` : displayQuantity(Math.floor(amount), unit);
  return asSentence(fillTemplate(told, { value }));
}

function rankOf(own: AmountDistribution, result: number, logAmount: number): Rank {
  if (result === NOTHING) return { less: 0, more: probabilityOfAny(own) };
  const more = probabilityToPay(own, Math.exp(logAmount));
  return { less: 1 - more, more };
}

/** The price at which the agent would do otherwise: no equation reads it, so it is no lever of theirs. */
function priceTips(parameter: NumericParameter, current: number, logAmount: number): ParameterChange[] {
  const outcomeAt = (price: number) => outcomeOf(false, logAmount, price);
  const direction = outcomeAt(current) === PAYS ? 1 : -1;
  const turn = { parameter, current, direction, value: Math.exp(logAmount), outcomeAt } as const;
  const tip = changeBeyond(turn, { value: current, unit: parameter.unit });
  return tip ? [tip] : [];
}
