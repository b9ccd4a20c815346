import type { FactsOf, Paragraph, Sentence, SentenceKind } from '../equations/sentence.js';
import { asSentence } from './template.js';

export type { Paragraph, Sentence } from '../equations/sentence.js';

/** Makes a sentence: adds the capital letter and the final period. */
export function sentence<Kind extends SentenceKind>(kind: Kind, text: string, ...[facts]: FactsOf<Kind>): Sentence {
  return { kind, text: asSentence(text), facts } as Sentence;
}

/** Text of each paragraph. Empty paragraphs are omitted. */
export function paragraphTexts(paragraphs: readonly Paragraph[]): string[] {
  return paragraphs.filter(({ length }) => length > 0).map((sentences) => sentences.map(({ text }) => text).join(' '));
}
