import { join } from 'node:path';
import type { Embedder } from './embedders.js';
import { VectorCache } from './vector-cache.js';
import { businessQuestions } from '../scorer/business-questions.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';

describe('vectors of the built-in workflows', () => {
  it('The release has the vector of every text, so that no start embeds them (npm run catalog:embed)', async () => {
    const embedded: string[] = [];
    const embedder: Embedder = {
      model: 'use-lite-en-0.2.0',
      embed: (texts) => {
        embedded.push(...texts);
        return Promise.resolve(texts.map(() => new Float32Array(512)));
      },
      close: () => Promise.resolve(),
    };
    const texts = [...readBuiltInWorkflows().values()].flatMap(({ definition: { routing } }) => [
      ...routing.examples,
      ...routing.not_for,
    ]);
    texts.push(...businessQuestions);
    const cache = new VectorCache(
      embedder,
      '/dev/null',
      undefined,
      join(import.meta.dirname, '../../../catalog/vectors'),
    );
    const vectors = await cache.vectorsOf(texts);
    expect(embedded).toEqual([]);
    expect(vectors.size).toBe(new Set(texts).size);
  });
});
