import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Explainer, Explanation } from '../../equations/evaluate-equations.js';
import { displayQuantity } from '../quantity.js';
import {
  type Sentence,
  sentence,
  type Paragraph,
  compileTemplate,
  textFor,
  joinWords,
  type Text,
} from '../template.js';
import type { AgentTexts } from '../transcript-parts.js';
import { type ComparisonPhrases, describeEffects } from './describe-effects.js';
import type { Effects } from './effects.js';

/** Makes a function that describes each variable that an agent perceives in one of the equations, with one sentence per variable. */
export function variableDescriber(
  { narrative }: WorkflowDefinition,
  explainer: Explainer,
  equations: readonly string[],
): (explanation: Explanation) => Sentence[] {
  const variables = explainer.equations.model.variables.flatMap(({ id, unit }) => {
    const position = perceivedPosition(explainer, id, equations);
    const phrases = narrative.variables[id];
    if (position === undefined || !phrases) return [];
    const text = compileTemplate<string>(phrases.text, (name) => (name === 'value' ? (value) => value : undefined));
    return [{ id, unit, position, text, zero: phrases.zero, zeroQuantity: displayQuantity(0, unit) }];
  });
  return ({ perceived }) =>
    variables.map(({ id, unit, position, text, zero, zeroQuantity }) => {
      const value = perceived[position]!;
      const quantity = displayQuantity(value, unit);
      // A quantity that rounds to 0 uses the phrase for 0.
      const isZero = zero !== undefined && quantity === zeroQuantity;
      return sentence('variable', isZero ? zero : textFor(text, quantity), { variable: id });
    });
}

function perceivedPosition(
  { perceivedAt }: Explainer,
  variable: string,
  equations: readonly string[],
): number | undefined {
  for (const equation of equations) {
    const position = perceivedAt(variable, equation);
    if (position !== undefined) return position;
  }
  return undefined;
}

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
