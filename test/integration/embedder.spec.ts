import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalEmbedder } from '../../src/routing/embedding/local.embedder.js';
import { dot, unit } from '../../src/routing/scorer/vectors.js';
import { waitUntil } from '../support/wait-until.js';

describe('the embedder in its thread', () => {
  let embedder: LocalEmbedder;
  beforeAll(() => {
    embedder = new LocalEmbedder(join(import.meta.dirname, '../../dist/src/routing/embedding/embedding.thread.js'));
  });
  afterAll(() => embedder.close());

  it('puts what means the same closer together than what shares a word', async () => {
    const texts = ['how much cheaper is the train', 'what does rail travel cost', 'how to train a dog'];
    const [train, rail, dog] = (await embedder.embed(texts)).map(unit);
    expect(dot(train!, rail!)).toBeGreaterThan(dot(train!, dog!));
  });

  it('rejects what its thread was at when it died, and answers the next question from another thread', async () => {
    const [before] = await embedder.embed(['who takes the train']);
    const waiting = embedder.embed(Array.from({ length: 200 }, (_, k) => `question number ${k}`));
    await Promise.all([
      expect(waiting).rejects.toThrow('thread'),
      ...embedder.threads.map((thread) => thread.terminate()),
    ]);
    const [after] = await embedder.embed(['who takes the train']);
    expect(after).toEqual(before);
  });

  it('leaves the event loop free while it computes', async () => {
    const texts = Array.from({ length: 50 }, (_, k) => `how many people take train number ${k}`);
    let turns = 0;
    let computes = true;
    const turn = () => {
      turns += 1;
      if (computes) setImmediate(turn);
    };
    turn();
    await embedder.embed(texts);
    computes = false;
    // Computed here, it would leave one turn for each text at most.
    expect(turns).toBeGreaterThan(2 * texts.length);
  });

  it('does not end the process when its thread dies before anybody has asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
    const thread = join(folder, 'dies.mjs');
    writeFileSync(thread, "throw new Error('Backend has not yet been initialized');");
    const dying = new LocalEmbedder(thread);
    // An `error` that nobody listens to would be thrown where it is emitted, and end the process.
    await waitUntil('the thread has died', () => dying.threads.length === 0);
    await dying.close();
    rmSync(folder, { recursive: true });
  });
});
