import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepared, type Embedder } from './embedder.js';
import { VectorCache } from './vector-cache.js';

/** Not a stand-in for ours: an embedder of its own, which counts letters and remembers what it was asked. */
class LetterEmbedder implements Embedder {
  readonly asked: string[] = [];
  constructor(readonly model = 'letters') {}
  embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.asked.push(...texts);
    return Promise.resolve(texts.map((text) => Float32Array.of(text.length, text.split('e').length - 1)));
  }
  async close(): Promise<void> {}
}

describe('the vectors of a catalog', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vectors-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, readdirSync(folder)[0]!);

  it('are not computed again after a restart, but for texts that are new', async () => {
    await new VectorCache(new LetterEmbedder(), folder).vectorsOf(['one', 'two']);
    const embedder = new LetterEmbedder();
    const vectors = await new VectorCache(embedder, folder).vectorsOf(['one', 'two', 'three', 'ONE ']);
    expect(embedder.asked).toEqual(['three']);
    expect(vectors.get('one')).toEqual(Float32Array.of(3, 1));
    expect(vectors.get('ONE ')).toEqual(Float32Array.of(3, 1));
    expect(vectors.get('three')).toEqual(Float32Array.of(5, 2));
  });

  it('survive a write that was cut off: what is whole is kept, the rest computed anew', async () => {
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

  it('of one model are never taken for those of another', async () => {
    await new VectorCache(new LetterEmbedder('a'), folder).vectorsOf(['one']);
    const other = new LetterEmbedder('b');
    await new VectorCache(other, folder).vectorsOf(['one']);
    expect(other.asked).toEqual(['one']);
  });

  it('are kept within a bound, in memory and in the file: those used last', async () => {
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

  it('need no file: where there can be none, they are of this process', async () => {
    const embedder = new LetterEmbedder();
    const cache = new VectorCache(embedder, '/proc/nowhere');
    await cache.vectorsOf(['one']);
    expect((await cache.vectorsOf(['one'])).get('one')).toEqual(Float32Array.of(3, 1));
    expect(embedder.asked).toEqual(['one']);
  });

  it('are never asked for of nothing', async () => {
    const embedder = new LetterEmbedder();
    const vectors = await new VectorCache(embedder, folder).vectorsOf(['   ']);
    expect([embedder.asked, vectors.size]).toEqual([[], 0]);
  });
});

describe('a text as embedders get it', () => {
  it('is in lower case, and of a long one the beginning and the end, without half a character', () => {
    expect(prepared('  How   MANY? ')).toBe('how many?');
    const long = prepared(`A${'🚂'.repeat(1_000)}Z`);
    expect([...long]).toHaveLength(301);
    expect(long.startsWith('a🚂')).toBe(true);
    expect(long.endsWith('🚂z')).toBe(true);
    expect(Buffer.from(long).toString()).toBe(long);
  });
});
