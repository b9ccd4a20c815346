import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
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

  beforeAll(async () => {
    const hash = createHash('sha256').update(readFileSync(join(projectFolder, 'package-lock.json')));
    for (const name of readdirSync(sources)) hash.update(name).update(readFileSync(join(sources, name)));
    hash.update(await (await fetch(`${url}/openapi.json`)).text());
    folder = join(parent, `generated-clients-${hash.digest('hex').slice(0, 16)}`);
  });

  it('The clients of openapi-typescript and hey-api compile together with ten calls', async () => {
    // The result depends only on the document, the packages and the calls. Compiling takes 8 s of processor time.
    if (existsSync(folder)) return;
    rmSync(parent, { recursive: true, force: true });
    const unfinished = `${folder}.unfinished`;
    cpSync(sources, unfinished, { recursive: true });
    await run([join(unfinished, 'generate.mjs'), url, unfinished]);
    expect(await run([compiler, '-p', unfinished])).toBe('');
    renameSync(unfinished, folder);
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
