import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepared, type Embedder } from './embedders.js';
import { VectorCache } from './vector-cache.js';
import { businessQuestions } from '../scorer/business-questions.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';

/** A small deterministic embedder that counts letters and records its inputs. */
class LetterEmbedder implements Embedder {
  readonly asked: string[] = [];
  constructor(readonly model = 'letters') {}
  embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.asked.push(...texts);
    return Promise.resolve(texts.map((text) => Float32Array.of(text.length, text.split('e').length - 1)));
  }
  async close(): Promise<void> {}
}

describe('Vector cache', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vectors-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, readdirSync(folder)[0]!);

  it('After a restart, only new texts are embedded', async () => {
    await new VectorCache(new LetterEmbedder(), folder).vectorsOf(['one', 'two']);
    const embedder = new LetterEmbedder();
    const vectors = await new VectorCache(embedder, folder).vectorsOf(['one', 'two', 'three', 'ONE ']);
    expect(embedder.asked).toEqual(['three']);
    expect(vectors.get('one')).toEqual(Float32Array.of(3, 1));
    expect(vectors.get('ONE ')).toEqual(Float32Array.of(3, 1));
    expect(vectors.get('three')).toEqual(Float32Array.of(5, 2));
  });

  it('After an interrupted write, complete records are kept and the rest is embedded again', async () => {
    await new VectorCache(new LetterEmbedder(), folder).vectorsOf(['one', 'two']);
    truncateSync(file(), statSync(file()).size - 3);
    const embedder = new LetterEmbedder();
    await new VectorCache(embedder, folder).vectorsOf(['one', 'two']);
    expect(embedder.asked).toEqual(['two']);
    const again = new LetterEmbedder();
    const vectors = await new VectorCache(again, folder).vectorsOf(['one', 'two']);
    expect(again.asked).toEqual([]);
    expect(vectors.get('two')).toEqual(Float32Array.of(3, 0));
  });

  it('Vectors of one model are never used for another', async () => {
    await new VectorCache(new LetterEmbedder('a'), folder).vectorsOf(['one']);
    const other = new LetterEmbedder('b');
    await new VectorCache(other, folder).vectorsOf(['one']);
    expect(other.asked).toEqual(['one']);
  });

  it('Vectors of the release are used without embedding, and not copied to the file of the cache', async () => {
    const release = join(folder, 'release');
    await new VectorCache(new LetterEmbedder(), release).vectorsOf(['one', 'two']);
    const embedder = new LetterEmbedder();
    const vectors = await new VectorCache(embedder, join(folder, 'own'), undefined, release).vectorsOf([
      'one',
      'three',
    ]);
    expect(embedder.asked).toEqual(['three']);
    expect(vectors.get('one')).toEqual(Float32Array.of(3, 1));
    const later = new LetterEmbedder();
    await new VectorCache(later, join(folder, 'own')).vectorsOf(['one', 'three']);
    expect(later.asked).toEqual(['one']);
  });

  it('Memory and file keep at most the limit of most recently used vectors', async () => {
    const embedder = new LetterEmbedder();
    const cache = new VectorCache(embedder, folder, 3);
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await cache.vectorsOf([text]);
    expect([...(await cache.vectorsOf(['f', 'g', 'h', 'a'])).keys()].sort()).toEqual(['a', 'f', 'g', 'h']);
    expect(embedder.asked.slice(8)).toEqual(['a']);
    const written = statSync(file()).size;
    const again = new LetterEmbedder();
    const next = new VectorCache(again, folder, 3);
    expect(statSync(file()).size).toBe(written / 2);
    await next.vectorsOf(['d', 'e', 'f']);
    expect(again.asked).toEqual([]);
  });

  it('Without a writable file, the cache works in memory', async () => {
    const embedder = new LetterEmbedder();
    const cache = new VectorCache(embedder, '/proc/nowhere');
    await cache.vectorsOf(['one']);
    expect((await cache.vectorsOf(['one'])).get('one')).toEqual(Float32Array.of(3, 1));
    expect(embedder.asked).toEqual(['one']);
  });

  it('Blank texts are never embedded', async () => {
    const embedder = new LetterEmbedder();
    const vectors = await new VectorCache(embedder, folder).vectorsOf(['   ']);
    expect([embedder.asked, vectors.size]).toEqual([[], 0]);
  });
});

describe('Prepared text', () => {
  it('A prepared text is lower case, and a long one keeps its beginning and end without splitting a character', () => {
    expect(prepared('  How   MANY? ')).toBe('how many?');
    const long = prepared(`A${'🚂'.repeat(1_000)}Z`);
    expect([...long]).toHaveLength(301);
    expect(long.startsWith('a🚂')).toBe(true);
    expect(long.endsWith('🚂z')).toBe(true);
    expect(Buffer.from(long).toString()).toBe(long);
  });
});

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
