import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, runNode } from '../support/operator.js';
import { bootstrap, runFile } from '../support/shared-service.js';

const sources = join(projectFolder, 'test/support/generated-clients');
const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');

/** Resolves to the output of a program, and rejects with its messages if it fails. */
async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runNode(args, env);
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

describe('clients generated from the OpenAPI document', () => {
  const { url } = runFile();
  // In the project, so that the generated code finds its packages.
  const parent = join(projectFolder, 'dist/test');
  let folder: string;

  beforeAll(() => {
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(join(parent, 'generated-clients-'));
    cpSync(sources, folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('The clients of openapi-typescript and hey-api compile together with ten calls', async () => {
    await run([join(folder, 'generate.mjs'), url, folder]);
    expect(await run([compiler, '-p', folder])).toBe('');
  });

  it.each(['openapi-fetch', 'hey-api'])('The compiled client of %s makes ten calls', async (client) => {
    const { key } = await bootstrap();
    const calls = await run([join(folder, `${client}-calls.js`)], { SERVICE_URL: url, API_KEY: key });
    expect(JSON.parse(calls)).toEqual({
      dryRun: [200, 1],
      create: [202, { project: 'fares' }],
      get: [200, 'completed'],
      list: [200, true],
      update: [200, 'Cheaper trains'],
      summary: [200, { sex: ['female'] }],
      results: [200, 2],
      keys: [200, 1],
      usage: [200, 1],
      remove: [200, true],
    });
  });
});
