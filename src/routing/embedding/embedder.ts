/** Converts sentences to vectors of equal length. Sentences with similar meaning have similar vectors. */
export interface Embedder {
  /** Identifies the model. Vectors of different models are not comparable. */
  readonly model: string;
  /** Returns one vector for each text, in order. If it rejects, the caller compares words only. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}

const beginningCharacters = 200;
const endCharacters = 100;

/**
 * Prepares a text for an embedder: lower case, and only the beginning and end of a long text, because the cost grows with the length.
 * The result may be empty.
 */
export function prepared(text: string): string {
  const characters = [...text.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ')];
  if (characters.length <= beginningCharacters + endCharacters) return characters.join('');
  return `${characters.slice(0, beginningCharacters).join('')} ${characters.slice(-endCharacters).join('')}`;
}
