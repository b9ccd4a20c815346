import { measured } from '../../platform/process/measured.js';
import { SentenceEncoder } from './sentence-encoder.js';

let encoder: SentenceEncoder | undefined;

/** Runs in a thread of {@link LocalEmbedder} and returns one vector for each text. Retries a model that failed to load. */
const embed = (texts: string[]): Float32Array[] => texts.map((text) => (encoder ??= new SentenceEncoder()).embed(text));

// Loads the model before the first request. If the file of a thread fails to load, its callers never get a response.
try {
  embed(['warm']);
} catch {
  // The first request reports it.
}

export default measured(embed);
