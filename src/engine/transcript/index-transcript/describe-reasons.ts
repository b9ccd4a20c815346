import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Reason } from '../../definition/narrative.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type Explanation } from '../../model/explain.js';
import { type LinearModel } from '../../model/linear-model.js';
import { type AgentRecord } from '../agent-record.js';
import { displayQuantity } from '../quantity.js';
import { strengthLabel, minReportedWeight } from '../strength.js';
import { attributePhrases } from '../describe-agent.js';
import { parameterPhrases } from '../describe-situation.js';
import { asSentence, fillTemplate } from '../template.js';
import { type Contributions } from './average-contributions.js';
import { meetsCondition } from '../conditions.js';
import { type IndexDecision } from './index-decision.js';

const MOST_EACH_WAY = 3;

/** What makes the agent more likely than people usually are, and less: the weightiest reasons first. */
export function describeReasons(
  definition: WorkflowDefinition,
  { variables }: LinearModel,
  scenario: Scenario,
  agent: AgentRecord,
  { contributions, perceived }: Explanation,
  typical: Contributions,
  { equation, favored = 'it' }: Pick<IndexDecision, 'equation' | 'favored'>,
): string[] {
  const words = [attributePhrases(definition, agent), parameterPhrases(definition, scenario)];
  const valueOf = ({ variable }: Reason): Record<string, string> => {
    const value = variable && perceived[variable]?.[equation];
    const unit = variables.find(({ id }) => id === variable)?.unit ?? '';
    return value === undefined || value === '' ? {} : { value: displayQuantity(value, unit) };
  };
  const told = definition.narrative.reasons
    .filter(({ when }) => !when || meetsCondition(when, agent, scenario))
    .flatMap((reason) => {
      const weight = reason.terms.reduce(
        (sum, term) => sum + (contributions[term]?.[equation] ?? 0) - (typical[term] ?? 0),
        0,
      );
      const template = weight > 0 ? reason.raises : reason.lowers;
      if (Math.abs(weight) < minReportedWeight || !template) return [];
      return [{ weight, text: fillTemplate(template, ...words, valueOf(reason)) }];
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const list = (some: typeof told) =>
    some
      .slice(0, MOST_EACH_WAY)
      .map(({ weight, text }) => `${strengthLabel(weight)}, that ${text}`)
      .join('; ');
  const [raising, lowering] = [told.filter(({ weight }) => weight > 0), told.filter(({ weight }) => weight < 0)];
  return [
    ...(raising.length > 0
      ? [asSentence(`what speaks for ${favored}, compared with most people: ${list(raising)}`)]
      : []),
    ...(lowering.length > 0
      ? [asSentence(`what speaks against ${favored}, compared with most people: ${list(lowering)}`)]
      : []),
    ...(told.length === 0 ? ['In all that was asked I am much like other people.'] : []),
  ];
}
