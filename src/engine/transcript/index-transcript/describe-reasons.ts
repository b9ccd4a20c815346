import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Reason } from '../../definition/narrative.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { Explanation } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import type { AgentRecord } from '../agent-record.js';
import { displayQuantity } from '../quantity.js';
import { listReasons, minReportedWeight, type WeightedReason } from '../strength.js';
import { attributePhrases } from '../describe-agent.js';
import { parameterPhrases } from '../describe-situation.js';
import { asSentence, fillTemplate } from '../template.js';
import type { Contributions } from './average-contributions.js';
import { meetsCondition } from '../conditions.js';
import type { IndexDecision } from './index-decision.js';

/** Maximum reasons for the outcome, and maximum reasons against it. */
const maxReasons = 3;

/**
 * Describes the main reasons for and against an outcome, compared with the average agent at the baseline. The weight of a reason is the
 * difference of its terms' contributions. Reasons are listed by weight, largest first.
 *
 * @param average average contribution of each term, from `averageContributions`
 * @returns one sentence for each direction that has reasons, or a single sentence if there are none
 */
export function describeReasons(
  definition: WorkflowDefinition,
  { variables }: LinearModel,
  scenario: Scenario,
  agent: AgentRecord,
  { contributions, perceived }: Explanation,
  average: Contributions,
  { equation, favored = 'it' }: Pick<IndexDecision, 'equation' | 'favored'>,
): string[] {
  const phrases = [attributePhrases(definition, agent), parameterPhrases(definition, scenario)];
  const valueOf = ({ variable }: Reason): Record<string, string> => {
    const value = variable && perceived[variable]?.[equation];
    const unit = variables.find(({ id }) => id === variable)?.unit ?? '';
    return value === undefined || value === '' ? {} : { value: displayQuantity(value, unit) };
  };
  const reasons = definition.narrative.reasons
    .filter(({ when }) => !when || meetsCondition(when, agent, scenario))
    .flatMap((reason): WeightedReason[] => {
      const weight = reason.terms.reduce(
        (sum, term) => sum + (contributions[term]?.[equation] ?? 0) - (average[term] ?? 0),
        0,
      );
      const template = weight > 0 ? reason.raises : reason.lowers;
      if (Math.abs(weight) < minReportedWeight || !template) return [];
      return [{ weight, text: fillTemplate(template, ...phrases, valueOf(reason)) }];
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  if (reasons.length === 0) return [`My reasons for or against ${favored} are close to those of the average agent.`];
  const describe = (direction: 'for' | 'against', some: readonly WeightedReason[]) =>
    some.length === 0
      ? []
      : [
          asSentence(
            `main reasons ${direction} ${favored}, compared with the average agent: ${listReasons(some.slice(0, maxReasons))}`,
          ),
        ];
  return [
    ...describe(
      'for',
      reasons.filter(({ weight }) => weight > 0),
    ),
    ...describe(
      'against',
      reasons.filter(({ weight }) => weight < 0),
    ),
  ];
}
