import { z } from 'zod';
import { isSuccess, readBody, sendRequest } from '../../platform/outbound/send-request.js';
import { EmbeddingError, type Embedder } from './embedder.js';

const answerTimeoutMs = 5_000;
const maxAnswerBytes = 64 * 1_048_576;
const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

export interface RemoteEmbedderSettings {
  /** Base URL without `/embeddings`, such as `https://api.example.com/v1`. */
  url: string;
  model: string;
  /** Bearer token, if the server requires one. */
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

  /** There are no open resources to close. */
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
