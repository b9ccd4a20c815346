import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Reason } from '../../definition/narrative.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { Explanation } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import type { AgentRecord } from '../agent-record.js';
import { meetsCondition } from '../conditions.js';
import { attributePhrases } from '../describe-agent.js';
import { parameterPhrases } from '../describe-situation.js';
import { displayQuantity } from '../quantity.js';
import { describeEffects } from '../reasons/describe-effects.js';
import type { Effects } from '../reasons/effects.js';
import type { Paragraph } from '../sentence.js';
import { fillTemplate, joinWords } from '../template.js';

/**
 * Describes the main reasons for and against an outcome, compared with the average agent at the baseline.
 *
 * @param equations equations that contain the variables of the reasons; the first equation with a variable gives its value
 * @param favored noun phrase for the outcome: `voting`
 */
export function describeReasons(
  definition: WorkflowDefinition,
  { variables }: LinearModel,
  [scenario, agent]: readonly [Scenario, AgentRecord],
  { perceived }: Explanation,
  effects: Effects,
  equations: readonly string[],
  favored: string,
): Paragraph[] {
  const phrases = [attributePhrases(definition, agent), parameterPhrases(definition, scenario)];
  const valueOf = ({ variable }: Reason): Record<string, string> => {
    if (!variable) return {};
    const value = perceivedValue(perceived, variable, equations);
    const unit = variables.find(({ id }) => id === variable)?.unit ?? '';
    return value === undefined ? {} : { value: displayQuantity(value, unit) };
  };
  const favors = (weight: number) => (weight > 0 ? `favor ${favored}` : `work against ${favored}`);
  return describeEffects(
    effects,
    ({ reason, weight }) => {
      if (reason.when && !meetsCondition(reason.when, agent, scenario)) return undefined;
      const template = weight > 0 ? reason.raises : reason.lowers;
      return template && fillTemplate(template, ...phrases, valueOf(reason));
    },
    {
      heading: (direction) => `main reasons ${direction} ${favored}, compared with the average agent`,
      subject: (directions) => `${joinWords(directions, 'or')} ${favored}`,
      favors,
      total: (weight) => `in total, compared with the average agent, all effects ${favors(weight)}`,
      balanced: `in total, all effects on ${favored} are close to the effects for the average agent`,
    },
    false,
  );
}

/** Value of a variable in the first of the equations that has it. */
export function perceivedValue(
  perceived: Explanation['perceived'],
  variable: string,
  equations: readonly string[],
): number | undefined {
  const values = perceived[variable];
  const equation = values && equations.find((id) => values[id] !== undefined);
  return equation === undefined ? undefined : values![equation];
}
