/** Turns sentences into vectors of one length, so that what means the same lies close together. */
export interface Embedder {
  /** Vectors of different models must never be compared: this tells them apart. */
  readonly model: string;
  /** One vector for each text, in their order. Rejects when it cannot; whoever asks goes on without. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
}

const BEGINNING = 200;
const END = 100;

/**
 * A text as embedders get it: in lower case, and of a long one, whose cost grows with its length, the beginning and the end, where
 * people put what they want to know. Empty where nothing is left.
 */
export function prepared(text: string): string {
  const characters = [...text.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ')];
  if (characters.length <= BEGINNING + END) return characters.join('');
  return `${characters.slice(0, BEGINNING).join('')} ${characters.slice(-END).join('')}`;
}
