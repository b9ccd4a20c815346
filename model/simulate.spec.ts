import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from './definition.js';
import { parseDefinition, simulate } from './simulate.js';
import { bundledForBrowsers, loadWithoutWebAssembly } from '../test/support/browser-modules.js';

const catalog = join(import.meta.dirname, '../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
const read = (slug: string): unknown => JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8'));

interface Model {
  readonly parseDefinition: typeof parseDefinition;
  readonly simulate: typeof simulate;
}

describe('the model in browsers', () => {
  it('The model computes the same digest and the same summary as in Node.js, without its modules and globals', async () => {
    const code = await bundledForBrowsers([join(import.meta.dirname, 'simulate.ts')]);
    expect(code).not.toMatch(/require\(|from ['"]node:/);
    const browser = loadWithoutWebAssembly<Model>(code);
    for (const slug of slugs) {
      const resultOf = (model: Model) => {
        const definition = model.parseDefinition(read(slug));
        const scenario = baselineScenario(definition);
        const request = { definition, scenario, seed: 5, agentCount: 100, parameterDraws: 8 };
        const { digest, summary } = model.simulate(request);
        return JSON.stringify({ digest, summary });
      };
      expect(resultOf(browser)).toBe(resultOf({ parseDefinition, simulate }));
    }
  });
});
