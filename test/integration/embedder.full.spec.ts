import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LocalEmbedder } from '../../src/routing/embedding/embedders.js';

const thread = join(import.meta.dirname, '../../dist/src/routing/embedding/embedding.thread.js');

describe('the start of the local embedder', () => {
  it('The embedder loads its model although WebAssembly takes longer to start than the files take to read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
    const slow = join(folder, 'slow.mjs');
    const delayed = `
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...inputs) => {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        return instantiate(...inputs);
      };
      export default (await import(${JSON.stringify(pathToFileURL(thread).href)})).default;`;
    writeFileSync(slow, delayed);
    const slowEmbedder = new LocalEmbedder(slow);
    await expect(slowEmbedder.embed(['who takes the train'])).resolves.toHaveLength(1);
    await slowEmbedder.close();
    rmSync(folder, { recursive: true });
  });
});
