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

describe('a client generated from the OpenAPI document', () => {
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

  it('The client of hey-api compiles together with ten calls', async () => {
    // The result depends only on the document, the packages and the calls. Compiling takes seconds of processor time.
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(sources, unfinished, { recursive: true });
    await run([join(unfinished, 'generate.mjs'), url, unfinished]);
    expect(await run([compiler, '-p', unfinished])).toBe('');
    renameSync(unfinished, folder);
  });

  it('The compiled client makes ten calls', async () => {
    const { key } = await bootstrap();
    const calls = await run([join(folder, 'hey-api-calls.js')], { SERVICE_URL: url, API_KEY: key });
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
