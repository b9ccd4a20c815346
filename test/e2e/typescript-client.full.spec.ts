import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientPrograms } from '../support/client-programs.js';
import { projectFolder, runNode } from '../support/operator.js';
import { bootstrap, runFile } from '../support/shared-service.js';

const readme = readFileSync(join(projectFolder, 'clients/typescript/README.md'), 'utf8');
const examples = Array.from(readme.matchAll(/^## (.*)\n[^]*?```ts\n([^]*?)```/gm), ([, title, code]) => ({
  title: title!,
  code: code!,
}));

describe('the package of the TypeScript client', () => {
  let programs: ClientPrograms;
  let files: string[];

  beforeAll(async () => {
    programs = await ClientPrograms.create('typescript-client', { url: runFile().url, key: (await bootstrap()).key });
  });
  afterAll(() => programs.remove());

  it('The examples of its README compile with the served package', async () => {
    expect(examples).toHaveLength(10);
    files = await programs.compile(examples.map(({ code }) => code));
  });

  it('Each of the ten examples of the README runs', async () => {
    const outputs = await Promise.all(
      examples.map(async ({ title }, k) => [title, await programs.node([files[k]!])] as const),
    );
    for (const [title, output] of outputs)
      if (!/Download files|Verify webhooks/.test(title)) expect([title, output]).not.toEqual([title, '']);
    const outputOf = (word: RegExp) => outputs.find(([title]) => word.test(title))![1];
    expect(outputOf(/scenario/)).toMatch(/Swissmetro 0\.\d+ \[ 0\.\d+, 0\.\d+ \]/);
    expect(outputOf(/question/)).toMatch(/Swissmetro mode choice/);
    expect(outputOf(/errors/)).toContain('ticket_price');
  });

  it('A goal that reaches a share needs a target, and others have none', async () => {
    const program = (objective: string) =>
      `import { SimulationService } from 'simulation-service-client';
void new SimulationService().goal({ workflow_id: 'a', parameters: [{ name: 'b' }], objective: { share: 'c', ${objective} } });`;
    await programs.compile([`goal: 'reach', target: 0.5`, `goal: 'maximize'`].map(program));
    for (const objective of [`goal: 'reach'`, `goal: 'maximize', target: 0.5`])
      await expect(programs.compile([program(objective)])).rejects.toThrow(/target/);
  });

  it('CommonJS programs can load the package', async () => {
    const script =
      "const { SimulationService } = require('simulation-service-client'); console.log(typeof SimulationService)";
    const { stdout, stderr } = await runNode(['--input-type=commonjs', '-e', script], {}, programs.folder);
    expect([stdout, stderr]).toEqual(['function\n', '']);
  });
});
