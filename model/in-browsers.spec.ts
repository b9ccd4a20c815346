import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { rolldown } from 'rolldown';
import { baselineScenario } from './definition.js';
import { parseDefinition, simulate } from './simulate.js';
import { portableSha256, sha256 } from './math/sha256.js';

const catalog = join(import.meta.dirname, '../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
const read = (slug: string): unknown => JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8'));

/** What a browser has and JavaScript has not. Without `process` and `Buffer`. */
const browserGlobals = { TextEncoder, atob, btoa, structuredClone, performance };

async function bundledForBrowsers(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'simulate.ts'),
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // A module of Node.js in the bundle would be external.
    external: [],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'model' });
  await bundle.close();
  return output[0].code;
}

describe('the model in browsers', () => {
  it('Computes the same digest and the same shares as in Node.js, without its modules and globals', async () => {
    const code = await bundledForBrowsers();
    expect(code).not.toMatch(/require\(|from ['"]node:/);
    const run = `(input) => {
      const { definition, ...rest } = JSON.parse(input);
      const { digest, summary } = model.simulate({ definition: model.parseDefinition(definition), ...rest });
      return JSON.stringify({ digest, summary });
    }`;
    // As a Content-Security-Policy without `wasm-unsafe-eval`.
    const contextCodeGeneration = { wasm: false };
    const inBrowser = vm.runInNewContext(`${code};${run}`, { ...browserGlobals }, { contextCodeGeneration }) as (
      input: string,
    ) => string;
    for (const slug of slugs) {
      const definition = parseDefinition(read(slug));
      const rest = { scenario: baselineScenario(definition), seed: 5, agentCount: 100, parameterDraws: 8 };
      const { digest, summary } = simulate({ definition, ...rest });
      expect(inBrowser(JSON.stringify({ definition: read(slug), ...rest }))).toBe(JSON.stringify({ digest, summary }));
    }
  });

  it('Both implementations of SHA-256 have the digests of the standard', () => {
    for (const hash of [sha256, portableSha256]) {
      expect(hash().update('abc').hex()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
      expect(hash().update('ä€').update(Uint8Array.of(0, 255)).hex()).toBe(
        sha256()
          .update(Uint8Array.of(0xc3, 0xa4, 0xe2, 0x82, 0xac, 0, 255))
          .hex(),
      );
    }
  });
});
