import type { FactsOf, Paragraph, Sentence, SentenceKind } from '../equations/sentence.js';
import type { Narrative } from '../definition/narrative.schema.js';

type Values = Readonly<Record<string, string>>;

/** Text that is constant, or a function of a subject such as an agent. */
export type Text<Subject> = string | ((subject: Subject) => string);

// Excluding braces within a placeholder keeps the search linear for templates with many unclosed braces.
const placeholderPattern = /\{([^{}]*)\}/g;

/** The braces themselves have placeholders, for names that have some: `{(}` and `{)}`. Undefined for other placeholders. */
const braceOf = (name: string) => (name === '(' ? '{' : name === ')' ? '}' : undefined);

/** Names of the {placeholders} of a template, in order. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(placeholderPattern)].map(([, name = '']) => name).filter((name) => !braceOf(name));
}

/**
 * Replaces the {placeholders} of a template. A placeholder without a value stays in the text, so that the mistake is visible. For a template
 * that is filled for many agents, use {@link compileTemplate}.
 */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(placeholderPattern, (whole, name: string) => braceOf(name) ?? values[name] ?? whole);
}

/**
 * Reads a template once and returns the function that fills it, or the text if it is constant. A placeholder without a value stays in the
 * text.
 */
export function compileTemplate<Subject>(
  template: string,
  valueOf: (name: string) => Text<Subject> | undefined,
): Text<Subject> {
  // The odd parts are the names of the placeholders, because the pattern has one group.
  const parts = template
    .split(placeholderPattern)
    .map((part, k) => (k % 2 === 0 ? part : (braceOf(part) ?? valueOf(part) ?? `{${part}}`)));
  const [first = '', ...rest] = mergedTexts(parts);
  if (rest.length === 0) return first;
  return (subject) => {
    let text = textFor(first, subject);
    for (const part of rest) text += typeof part === 'string' ? part : part(subject);
    return text;
  };
}

/** Returns a text for one subject. */
export function textFor<Subject>(text: Text<Subject>, subject: Subject): string {
  return typeof text === 'string' ? text : text(subject);
}

function mergedTexts<Subject>(parts: readonly Text<Subject>[]): Text<Subject>[] {
  const merged: Text<Subject>[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof last === 'string' && typeof part === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/** Makes a sentence of a text: first letter in upper case, and a final period unless it ends with one, `!` or `?`. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const ended = '.!?'.includes(trimmed.charAt(trimmed.length - 1) || ' ') ? trimmed : `${trimmed}.`;
  const first = ended.charAt(0);
  const upper = first.toUpperCase();
  return first === upper ? ended : upper + ended.slice(1);
}

/** Joins words: `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

export type { Paragraph, Sentence } from '../equations/sentence.js';

/** Makes a sentence: adds the capital letter and the final period. */
export function sentence<Kind extends SentenceKind>(kind: Kind, text: string, ...[facts]: FactsOf<Kind>): Sentence {
  return { kind, text: asSentence(text), facts } as Sentence;
}

/** Text of each paragraph. Empty paragraphs are omitted. */
export function paragraphTexts(paragraphs: readonly Paragraph[]): string[] {
  return paragraphs.filter(({ length }) => length > 0).map((sentences) => sentences.map(({ text }) => text).join(' '));
}

const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Writes an integer for a sentence: in letters up to twelve, in digits above. */
export function numberWord(value: number): string {
  return smallNumbers[value] ?? String(value);
}

const smallOrdinals = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Writes an ordinal number for a sentence: in letters up to ninth, in digits above. */
export function ordinalWord(value: number): string {
  const known = smallOrdinals[value];
  if (known !== undefined) return known;
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}

type TextOfNoun = (noun: string) => string;

/** The `outcome` sentences of a narrative, as functions of the noun phrase of an outcome. */
export interface OutcomeTexts {
  readonly chosen: TextOfNoun;
  readonly would: TextOfNoun;
  readonly wouldHave: TextOfNoun;
}

export function outcomeTexts({ outcome }: Narrative): OutcomeTexts {
  const compile = (template: string): TextOfNoun => {
    const text = compileTemplate<string>(template, (name) => (name === 'alternative' ? (noun) => noun : undefined));
    return (noun) => textFor(text, noun);
  };
  return { chosen: compile(outcome.chosen), would: compile(outcome.would), wouldHave: compile(outcome.would_have) };
}
