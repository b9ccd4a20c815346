import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Explainer, Explanation } from '../../model/explain.js';
import type { AgentTexts } from '../agent-texts.js';
import { displayQuantity } from '../quantity.js';
import { type ComparisonPhrases, describeEffects } from '../reasons/describe-effects.js';
import type { Effects } from '../reasons/effects.js';
import type { Paragraph } from '../sentence.js';
import { compileTemplate, joinWords, type Text, textFor } from '../template.js';
import { perceivedPosition } from './describe-variables.js';

interface ExplainedAgent {
  readonly index: number;
  readonly explanation: Explanation;
}

/**
 * Makes a function that describes the main reasons for and against an outcome, compared with the average agent at the baseline.
 *
 * @param equations equations that contain the variables of the reasons; the first equation with a variable gives its value
 * @param favored noun phrase for the outcome: `voting`
 */
export function reasonDescriber(
  { narrative }: WorkflowDefinition,
  explainer: Explainer,
  texts: AgentTexts,
  equations: readonly string[],
  favored: string,
): (agent: ExplainedAgent, effects: Effects) => Paragraph[] {
  const { variables } = explainer.equations.model;
  const reasons = narrative.reasons.map(({ variable, when, raises, lowers }) => {
    const position = variable === undefined ? undefined : perceivedPosition(explainer, variable, equations);
    const unit = variables.find(({ id }) => id === variable)?.unit ?? '';
    const valueOf = (name: string): Text<ExplainedAgent> | undefined => {
      if (name === 'value' && position !== undefined)
        return ({ explanation: { perceived } }) => displayQuantity(perceived[position]!, unit);
      const phrase = texts.phraseOf(name);
      return typeof phrase === 'function' ? ({ index }) => phrase(index) : phrase;
    };
    const compile = (template: string | undefined) => template && compileTemplate(template, valueOf);
    return { meets: texts.test(when), raises: compile(raises), lowers: compile(lowers) };
  });
  const phrases = comparisonPhrases(favored);
  return (agent, effects) => {
    const textOf = (position: number, weight: number) => {
      const { meets, raises, lowers } = reasons[position]!;
      const text = weight > 0 ? raises : lowers;
      return text && meets(agent.index) ? textFor(text, agent) : undefined;
    };
    return describeEffects(effects, textOf, phrases, false);
  };
}

function comparisonPhrases(favored: string): ComparisonPhrases {
  const favors = (weight: number) => (weight > 0 ? `favor ${favored}` : `work against ${favored}`);
  return {
    heading: (direction) => `main reasons ${direction} ${favored}, compared with the average agent`,
    subject: (directions) => `${joinWords(directions, 'or')} ${favored}`,
    favors,
    total: (weight) => `in total, compared with the average agent, all effects ${favors(weight)}`,
    balanced: `in total, all effects on ${favored} are close to the effects for the average agent`,
  };
}
