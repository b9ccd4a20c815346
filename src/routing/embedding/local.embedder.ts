import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { threadPool } from '../../common/thread-pool.js';
import { EmbeddingError, type Embedder } from './embedder.js';

/**
 * The Universal Sentence Encoder, lite (Cer et al. 2018), whose weights come with its package: 512 numbers for a sentence, computed in
 * one thread, which is there from the start. If the thread dies, what it was at rejects and another one takes its place.
 */
export class LocalEmbedder implements Embedder {
  readonly model = 'use-lite-en-0.2.0';
  private readonly pool: Piscina<string[], Float32Array[]>;

  constructor(thread = join(import.meta.dirname, 'embedding.thread.js')) {
    this.pool = threadPool({ filename: thread, minThreads: 1, maxThreads: 1 });
  }

  /** The thread as the operating system's and a test's: it can be stopped. */
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
