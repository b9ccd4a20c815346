/** Facts about sentences whose texts an author writes, by kind of sentence. */
export interface SentenceFacts {
  /** Sentence of `narrative.introduction`, `narrative.situation` or `narrative.assignments`, filled for the agent. */
  introduction: { readonly position: number };
  situation: { readonly position: number };
  assignment: { readonly assignment: string; readonly isAssigned: boolean };
  variable: { readonly variable: string };
  /** Ids of reasons for or against, largest weight first. */
  reasons: { readonly reasons: readonly string[] };
  /** Parameter change that changes the outcome; undefined if none was found. */
  change: { readonly parameter: string; readonly value: number | string } | { readonly parameter: undefined };
}

type KindWithFacts = keyof SentenceFacts;
export type SentenceKind =
  | KindWithFacts
  | 'alternative'
  | 'unavailable'
  | 'latent_class'
  | 'runner_up'
  | 'no_reasons'
  | 'other_effects'
  | 'total'
  | 'error_changes'
  | 'error_favors'
  | 'outcome'
  | 'amount'
  | 'probability'
  | 'rank'
  | 'baseline'
  | 'change_outside'
  | 'contacts'
  | 'adoption'
  | 'exposure'
  | 'pressure'
  | 'reluctance'
  | 'rounds'
  | 'match_end';

/** Facts of a kind of sentence as arguments. */
export type FactsOf<Kind extends SentenceKind> = Kind extends KindWithFacts ? [facts: SentenceFacts[Kind]] : [];

export type Sentence = {
  [Kind in SentenceKind]: {
    readonly kind: Kind;
    readonly text: string;
    readonly facts: Kind extends KindWithFacts ? SentenceFacts[Kind] : undefined;
  };
}[SentenceKind];
export type Paragraph = readonly Sentence[];

// cspell:ignore aeiou (letters of a pattern)
/** Pattern of a word that starts with the sound of a vowel: an age, but a unit and a USD account. */
export const vowelSound = String.raw`(?!U[A-Z]|[Uu](?:ni|s[eu]|ti)|[Ee]u|[Oo]n(?:e|ce)\b)[AEIOUaeiou]\p{L}`;
const startsWithVowel = new RegExp(`^${vowelSound}`, 'u');

/** `an age`, `a price` */
export const withArticle = (noun: string): string => `${startsWithVowel.test(noun) ? 'an' : 'a'} ${noun}`;

/** Writes a text in a template, in which its braces mark no placeholder: `{(}price{)}` for `{price}`. */
export function inTemplate(text: string): string {
  return text.replace(/[{}]/g, (brace) => (brace === '{' ? '{(}' : '{)}'));
}
