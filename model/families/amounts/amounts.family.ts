// cspell:ignore told (a field of the definition)
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { exp } from '../../math/elementary.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import { estimateOf, type LinearModel, twoPartModel } from '../../equations/linear-model.js';
import { numberTranscriber } from '../../transcript/predictor-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, sentence, fillTemplate } from '../../transcript/template.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { boundDecision, bandOf, checkBands, familyDefaults } from '../outcome-columns.js';
import type { Amounts } from './amounts.schema.js';
import { gammaAmounts, probabilityFrom, shapeOf, expectAmounts, runAmounts, amountFigures } from './amounts.run.js';
import { compileBothSides } from '../../equations/compile-equations.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';

function amountTranscriber(
  definition: WorkflowOf<Amounts>,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision } = definition;
  const model = amountOf(decision);
  const columnOf = columnFinder(decided.columns);
  const canBeZero = hasZero(decision);
  const amounts = columnOf(`measure.${decision.amount.id}`);
  const [outcomes, baselineOutcomes] = [columnOf('outcome'), columnOf('baseline_outcome')];
  const factors = columnOf('amount_factor');
  const zeroErrors = canBeZero ? columnOf('error.zero') : undefined;
  const starts = decision.outcomes.slice(Number(canBeZero)).map(({ from }) => from);
  const shape = shapeOf(estimateOf(model, decision.log_shape));
  return numberTranscriber(definition, model, scenario, decided, {
    signs: canBeZero ? { amount: 1, zero: -1 } : { amount: 1 },
    phrases: decision.telling,
    nounOf: (outcome) => decision.outcomes[outcome]!.noun,
    resultOf(index, [logMean = 0, zero = 0]) {
      const result = outcomes.values[index]!;
      const isZero = canBeZero && result === 0;
      const amount = amounts.values[index]!;
      const value = displayQuantity(amount, decision.amount.unit);
      const any = canBeZero ? 1 / (1 + exp(zero)) : 1;
      const more = any * (isZero ? 1 : probabilityFrom(gammaAmounts(exp(logMean), shape), amount));
      return {
        result,
        baselineResult: baselineOutcomes.values[index]!,
        resultAt: ([otherLogMean = 0, otherZero = 0]) =>
          zeroErrors && otherZero + zeroErrors.values[index]! > 0
            ? 0
            : Number(canBeZero) + bandOf(starts, exp(otherLogMean) * factors.values[index]!),
        amount: isZero ? undefined : sentence('amount', fillTemplate(decision.amount.told, { value })),
        rank: { less: isZero ? 0 : 1 - more, more },
      };
    },
  });
}

const hasZero = ({ terms }: Amounts) => terms.some(({ equation }) => equation === 'zero');

function amountOf(decision: Amounts): LinearModel {
  return twoPartModel(decision, hasZero(decision) ? ['amount', 'zero'] : ['amount'], [decision.log_shape]);
}

/**
 * Amounts: gamma variates with a log-linear mean. As a two-part model (hurdle), a logit decides whether the amount is 0.
 * Source: Manning, Basu and Mullahy, "Generalized modeling approaches to risk adjustment of skewed outcomes data", Journal of Health Economics 24
 * (2005), for the gamma model; Cragg, "Some statistical models for limited dependent variables", Econometrica 39 (1971), for the hurdle.
 */
export const amounts: DecisionFamily<Amounts> = {
  ...familyDefaults,
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
  measures: ({ amount: { id, label, unit } }) => [{ id, label, unit, bounds: [0, Infinity] }],
  compile(decision, context) {
    const compiled = {
      decision,
      ...compileBothSides(amountOf(decision), context),
      hasZero: hasZero(decision),
      logShape: decision.coefficients.findIndex(({ id }) => id === decision.log_shape),
    };
    return boundDecision(compiled, runAmounts, expectAmounts, amountFigures);
  },
  transcriber: amountTranscriber,
};
