import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, runNode } from '../support/operator.js';
import { bootstrap, runFile } from '../support/shared-service.js';

const source = join(projectFolder, 'clients/typescript');
const readme = readFileSync(join(source, 'README.md'), 'utf8');
const examples = Array.from(readme.matchAll(/^## (.*)\n[^]*?```ts\n([^]*?)```/gm), ([, title, code]) => ({
  title: title!,
  code: code!,
}));

async function run(args: string[], env: Record<string, string> = {}, cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await runNode(args, env, cwd);
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

describe('the package of the TypeScript client', () => {
  const { url } = runFile();
  const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');
  // In the project, so that the package finds its dependencies.
  const parent = join(projectFolder, 'dist/test');
  let folder: string;

  beforeAll(async () => {
    const hash = createHash('sha256').update(readme);
    for (const name of ['package.json', 'tsconfig.json']) hash.update(readFileSync(join(source, name)));
    for (const name of readdirSync(join(source, 'src'), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts') && !name.startsWith('generated'))
        hash.update(name).update(readFileSync(join(source, 'src', name)));
    hash.update(await (await fetch(`${url}/openapi.json`)).text());
    folder = join(parent, `typescript-client-${hash.digest('hex').slice(0, 16)}`);
  });

  it('The package and the examples of its README compile', async () => {
    // The result depends only on the hashed files.
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const installed = join(unfinished, 'node_modules/@simulation-service/client');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(unfinished, 'package.json'), '{ "type": "module" }');
    cpSync(join(source, 'package.json'), join(installed, 'package.json'));
    expect(await run([join(projectFolder, 'tools/build-client.mjs'), join(installed, 'dist')])).toBe('');
    examples.forEach(({ code }, k) => writeFileSync(join(unfinished, `example-${k + 1}.ts`), code));
    const names = examples.map((_, k) => join(unfinished, `example-${k + 1}.ts`));
    const options = '--target es2022 --module nodenext --strict --skipLibCheck --types node --ignoreConfig'.split(' ');
    expect(await run([compiler, ...options, ...names])).toBe('');
    renameSync(unfinished, folder);
  });

  it('Each of the ten examples of the README runs', async () => {
    expect(examples).toHaveLength(10);
    const { key: apiKey } = await bootstrap();
    const outputs = await Promise.all(
      examples.map(({ title }, k) =>
        run([join(folder, `example-${k + 1}.js`)], { SVC_URL: url, SVC_API_KEY: apiKey }, folder).then(
          (output) => [title, output] as const,
        ),
      ),
    );
    for (const [title, output] of outputs)
      if (!/Download files|Verify webhooks/.test(title)) expect([title, output]).not.toEqual([title, '']);
    const outputOf = (word: RegExp) => outputs.find(([title]) => word.test(title))![1];
    expect(outputOf(/scenario/)).toMatch(/Swissmetro 0\.\d+ \[ 0\.\d+, 0\.\d+ \]/);
    expect(outputOf(/question/)).toMatch(/Swissmetro mode choice/);
    expect(outputOf(/errors/)).toContain('ticket_price');
  });

  it('CommonJS programs can load the package', async () => {
    const script =
      "const { SimulationService } = require('@simulation-service/client'); console.log(typeof SimulationService)";
    expect(await run(['--input-type=commonjs', '-e', script], {}, folder)).toBe('function\n');
  });
});
