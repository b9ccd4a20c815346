import type { Narrative, Reason } from '../../../definition/narrative.schema.js';
import type { AgentTexts } from '../../../transcript/transcript-parts.js';
import type { Explainer, Explanation } from '../../../equations/evaluate-equations.js';
import { displayDifference, displayQuantity } from '../../../transcript/quantity.js';
import { type ComparisonPhrases, describeEffects } from '../../../transcript/reasons/describe-effects.js';
import type { Effects } from '../../../transcript/reasons/effects.js';
import {
  type Paragraph,
  type Sentence,
  sentence,
  compileTemplate,
  type Text,
  textFor,
  joinWords,
} from '../../../transcript/template.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

interface Named {
  readonly id: string;
  readonly noun: string;
}

/** Values of a variable that an agent perceives of two alternatives; 0 if an alternative does not have the variable. */
interface ComparedValues {
  readonly chosen: number;
  readonly other: number;
}

/** Text of a reason for one agent, by the weight of the reason; undefined if the narrative has none. */
type ReasonText = (weight: number, perceived: Float64Array) => string | undefined;

type DescribePair = (
  agent: { readonly index: number; readonly explanation: Explanation },
  effects: Effects,
  chosen: number,
  other: number,
) => Paragraph[];

/**
 * Makes a function that describes the reasons for and against the chosen alternative compared with the runner-up, and the difference in
 * systematic utility. The texts of a pair of alternatives are compiled when an agent first compares them.
 */
export function reasonDescriber(
  decision: ConditionalLogit,
  { reasons }: Narrative,
  explainer: Explainer,
  texts: AgentTexts,
): DescribePair {
  const { alternatives } = decision;
  const tests = reasons.map(({ when }) => texts.test(when));
  const compilePair = (chosen: Named, other: Named) => ({
    phrases: comparisonPhrases(chosen.noun, other.noun),
    reasons: reasons.map((reason) => compileReason(decision, reason, explainer, chosen, other)),
  });
  const pairs = new Map<number, ReturnType<typeof compilePair>>();
  return ({ index, explanation: { perceived } }, effects, chosen, other) => {
    const key = chosen * alternatives.length + other;
    const pair = pairs.get(key) ?? compilePair(alternatives[chosen]!, alternatives[other]!);
    pairs.set(key, pair);
    const textOf = (position: number, weight: number) =>
      tests[position]!(index) ? pair.reasons[position]!(weight, perceived) : undefined;
    const paragraphs = describeEffects(effects, textOf, pair.phrases, true);
    // Without reasons in the narrative, only the sum is known.
    return reasons.length > 0 ? paragraphs : paragraphs.slice(-1);
  };
}

function comparisonPhrases(chosen: string, other: string): ComparisonPhrases {
  const comparison = `${chosen} over ${other}`;
  const favored = (weight: number) => (weight > 0 ? chosen : other);
  const lessFavored = (weight: number) => (weight > 0 ? other : chosen);
  return {
    heading: (direction) => (direction === 'for' ? `main reasons for ${comparison}` : `main reasons against ${chosen}`),
    subject: () => `for ${comparison}`,
    favors: (weight) => `favor ${favored(weight)}`,
    total: (weight) => `in total, systematic utility favors ${favored(weight)} over ${lessFavored(weight)}`,
    balanced: `in total, systematic utility hardly differs between ${chosen} and ${other}`,
  };
}

function compileReason(
  { variables }: ConditionalLogit,
  reason: Reason,
  { perceivedAt }: Explainer,
  chosen: Named,
  other: Named,
): ReasonText {
  const unit = variables.find(({ id }) => id === reason.variable)?.unit ?? '';
  const valueOf = (words: Words, name: string): Text<ComparedValues> | undefined => {
    if (reason.variable && name === 'difference') return (own) => displayDifference(own.chosen, own.other, unit);
    if (reason.variable && name === 'chosen_value') return (own) => displayQuantity(own.chosen, unit);
    if (reason.variable && name === 'other_value') return (own) => displayQuantity(own.other, unit);
    return words[name];
  };
  // One text for each sign of the weight.
  const compile = (template: string | undefined) => {
    if (!template) return () => undefined;
    const [against, inFavor] = [-1, 1].map((weight) => {
      const words = wordsOf(weight, chosen.noun, other.noun);
      return compileTemplate<ComparedValues>(template, (name) => valueOf(words, name));
    });
    return (weight: number) => (weight > 0 ? inFavor! : against!);
  };
  const fill = (text: Text<ComparedValues> | undefined, values: ComparedValues) => text && textFor(text, values);
  if (!reason.variable) {
    const text = compile(reason.text);
    return (weight) => fill(text(weight), { chosen: 0, other: 0 });
  }
  const [chosenAt, otherAt] = [perceivedAt(reason.variable, chosen.id), perceivedAt(reason.variable, other.id)];
  if (chosenAt === undefined || otherAt === undefined) {
    const text = compile(chosenAt === undefined ? reason.absent_chosen : reason.absent_other);
    const valueAt = (perceived: Float64Array, position: number | undefined) =>
      position === undefined ? 0 : perceived[position]!;
    return (weight, perceived) =>
      fill(text(weight), { chosen: valueAt(perceived, chosenAt), other: valueAt(perceived, otherAt) });
  }
  const [less, more] = [compile(reason.less), compile(reason.more)];
  return (weight, perceived) => {
    const values = { chosen: perceived[chosenAt]!, other: perceived[otherAt]! };
    return fill((values.chosen < values.other ? less : more)(weight), values);
  };
}

type Words = Readonly<Record<string, string>>;

function wordsOf(weight: number, chosen: string, other: string): Words {
  const [favored, lessFavored] = weight > 0 ? [chosen, other] : [other, chosen];
  return { chosen, other, favoured: favored, less_favoured: lessFavored, it: weight > 0 ? 'it' : other };
}

/** Makes a function that describes the variables of each available alternative, and the unavailable alternatives. */
export function alternativeDescriber(
  { alternatives, variables }: ConditionalLogit,
  narrative: Narrative,
  { perceivedAt }: Explainer,
): (available: readonly boolean[], explanation: Explanation) => Sentence[] {
  const compiled = alternatives.map(({ id, noun, unavailable, offered_in: offeredIn }) => ({
    noun,
    missing:
      offeredIn === 'baseline'
        ? [sentence('unavailable', `${noun} is not offered`)]
        : unavailable
          ? [sentence('unavailable', unavailable)]
          : [],
    variables: variables.flatMap((variable) => {
      const position = perceivedAt(variable.id, id);
      const phrase = narrative.variables[variable.id];
      if (position === undefined || !phrase) return [];
      const text = compileTemplate<string>(phrase.text, (name) => (name === 'value' ? (value) => value : undefined));
      return [{ unit: variable.unit, position, text, zero: phrase.zero }];
    }),
  }));
  return (available, { perceived }) =>
    compiled.flatMap(({ noun, missing, variables: own }, k) => {
      if (!available[k]) return missing;
      if (own.length === 0) return [];
      const phrases = own.map(({ unit, position, text, zero }) => {
        const value = perceived[position]!;
        return value === 0 && zero !== undefined ? zero : textFor(text, displayQuantity(value, unit));
      });
      return [sentence('alternative', `${noun} ${joinWords(phrases)}`)];
    });
}
