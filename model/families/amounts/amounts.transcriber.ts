// cspell:ignore told (a field of the definition)
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { exp } from '../../math/elementary.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import { estimateOf, type LinearModel } from '../../equations/linear-model.js';
import { describeRank, type Rank, numberTranscriber } from '../../transcript/number-transcript/number-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, sentence } from '../../transcript/sentence.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { fillTemplate } from '../../transcript/template.js';
import { bandOf } from '../outcome-columns.js';
import type { Amounts } from './amounts.schema.js';
import { gammaAmounts, probabilityFrom, shapeOf } from './amounts.run.js';

/** Returns a function that writes the transcript of an agent: its amount and the reasons for it. */
export function amountTranscriber(
  definition: WorkflowOf<Amounts>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const columnOf = columnFinder(decided.columns);
  const hasZero = model.equations.includes('zero');
  const amounts = columnOf(`measure.${decision.amount.id}`);
  const [outcomes, baselineOutcomes] = [columnOf('outcome'), columnOf('baseline_outcome')];
  const factors = columnOf('amount_factor');
  const zeroErrors = hasZero ? columnOf('error.zero') : undefined;
  const starts = decision.outcomes.slice(Number(hasZero)).map(({ from }) => from);
  const shape = shapeOf(estimateOf(model, decision.log_shape));
  const nounOf = (outcome: number) => decision.outcomes[outcome]!.noun;
  return numberTranscriber(definition, model, scenario, decided, {
    signs: hasZero ? { amount: 1, zero: -1 } : { amount: 1 },
    phrases: decision.telling,
    nounOf,
    resultOf(index, [logMean = 0, zero = 0]) {
      const result = outcomes.values[index]!;
      const isZero = hasZero && result === 0;
      const amount = amounts.values[index]!;
      const choice = fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) });
      const value = displayQuantity(amount, decision.amount.unit);
      const any = hasZero ? 1 / (1 + exp(zero)) : 1;
      const more = any * (isZero ? 1 : probabilityFrom(gammaAmounts(exp(logMean), shape), amount));
      const rank: Rank = { less: isZero ? 0 : 1 - more, more };
      return {
        result,
        baselineResult: baselineOutcomes.values[index]!,
        resultAt: ([otherLogMean = 0, otherZero = 0]) =>
          zeroErrors && otherZero + zeroErrors.values[index]! > 0
            ? 0
            : Number(hasZero) + bandOf(starts, exp(otherLogMean) * factors.values[index]!),
        description: [
          sentence('outcome', choice),
          ...(isZero ? [] : [sentence('amount', fillTemplate(decision.amount.told, { value }))]),
          describeRank(narrative.peers, decision.telling, rank),
        ],
      };
    },
  });
}
