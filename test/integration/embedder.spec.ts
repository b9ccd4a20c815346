import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepared, LocalEmbedder } from '../../src/routing/embedding/embedders.js';
import { VectorCache } from '../../src/routing/embedding/vector-cache.js';
import { dot, unit } from '../../src/routing/scorer/semantic-index.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { waitUntil } from '../support/wait-until.js';

const thread = join(import.meta.dirname, '../../dist/src/routing/embedding/embedding.thread.js');

describe('the local embedder', () => {
  let embedder: LocalEmbedder;
  beforeAll(() => {
    embedder = new LocalEmbedder(thread);
  });
  afterAll(() => embedder.close());

  it('Texts with the same meaning have more similar embeddings than texts that share a word', async () => {
    const texts = ['how much cheaper is the train', 'what does rail travel cost', 'how to train a dog'];
    const [train, rail, dog] = (await embedder.embed(texts)).map(unit);
    expect(dot(train!, rail!)).toBeGreaterThan(dot(train!, dog!));
  });

  it('The vectors of the release are those that the embedder computes', async () => {
    const texts = [...readBuiltInWorkflows().values()][0]!.definition.routing.examples.slice(0, 5);
    const silent = { model: embedder.model, embed: () => Promise.reject(new Error('unused')), close: async () => {} };
    const released = new VectorCache(
      silent,
      '/dev/null',
      undefined,
      join(import.meta.dirname, '../../catalog/vectors'),
    );
    const expected = await embedder.embed(texts.map(prepared));
    const vectors = await released.vectorsOf(texts);
    texts.forEach((text, position) => {
      const difference = vectors.get(text)!.map((value, k) => Math.abs(value - expected[position]![k]!));
      expect(Math.max(...difference)).toBeLessThan(1e-5);
    });
  });

  it('The vector of a text has length 1, and does not depend on the texts before it', async () => {
    const short = 'who takes the train';
    const [alone] = await embedder.embed([short]);
    const [long, after] = await embedder.embed(['how many people take train number 7? '.repeat(40), short]);
    expect(after).toEqual(alone);
    for (const vector of [alone!, long!]) expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  it('When its thread ends, the embedder rejects the pending request and serves the next one with a new thread', async () => {
    const [before] = await embedder.embed(['who takes the train']);
    const waiting = embedder.embed(Array.from({ length: 200 }, (_, k) => `question number ${k}`));
    await Promise.all([
      expect(waiting).rejects.toThrow('thread'),
      ...embedder.threads.map((thread) => thread.terminate()),
    ]);
    const [after] = await embedder.embed(['who takes the train']);
    expect(after).toEqual(before);
  });

  it('Embedding texts does not block the event loop', async () => {
    const texts = Array.from({ length: 50 }, (_, k) => `how many people take train number ${k}`);
    let ticks = 0;
    let isComputing = true;
    const tick = () => {
      ticks += 1;
      if (isComputing) setImmediate(tick);
    };
    tick();
    await embedder.embed(texts);
    isComputing = false;
    // Computed in this thread, there would be at most one tick per text.
    expect(ticks).toBeGreaterThan(2 * texts.length);
  });

  it('A thread that fails before the first request does not end the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
    const fails = join(folder, 'fails.mjs');
    writeFileSync(fails, "throw new Error('Backend has not yet been initialized');");
    const failing = new LocalEmbedder(fails);
    // An `error` event without a listener would be thrown and end the process.
    await waitUntil('the thread has ended', () => failing.threads.length === 0);
    await failing.close();
    rmSync(folder, { recursive: true });
  });
});
