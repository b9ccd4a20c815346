import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import { installTool } from '../../embedded/testing/tool-packages.js';

const document = join(projectFolder, 'dist/openapi.json');
const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');
const strict =
  '--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';

/** Two clients of orval. A third, for zod, has 8 MB, whose check takes 85 s of processor time: it passed with orval 7.13.0 too. */
const orvalConfig = `const client = (name, output) => ({ input: ${JSON.stringify(document)}, output: { target: name + '.ts', ...output } });
module.exports = {
  fetch: client('fetch', { client: 'fetch', baseUrl: 'http://127.0.0.1' }),
  query: client('query', { client: 'react-query', httpClient: 'fetch' }),
};`;

const hasJava = spawnSync('javac', ['-version']).status === 0;
if (!hasJava) console.warn('Skipped: the Java classes of quicktype. It needs javac.');

describe('the clients of generators', () => {
  let commands: string;
  let folder: string;
  beforeAll(() => {
    commands = join(installTool('generators'), '.bin');
    // In the project, so that the clients find React Query.
    folder = join(projectFolder, `dist/test/generators-${process.pid}`);
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Fails with the output of a command that fails. */
  function run(command: string, args: readonly string[]): void {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    expect([status, status === 0 ? '' : (stdout + stderr).slice(0, 5000)]).toEqual([0, '']);
  }
  const compile = (...files: string[]) => run(process.execPath, [compiler, ...strict.split(' '), ...files]);

  it('The types of openapi-typescript compile with strict checks', () => {
    run(join(projectFolder, 'node_modules/.bin/openapi-typescript'), [document, '-o', 'types.ts']);
    compile('types.ts');
  });

  it('The client of @hey-api/openapi-ts compiles with strict checks', () => {
    run(join(commands, 'openapi-ts'), ['-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch']);
    compile('hey-api/index.ts');
  });

  it('The clients of orval for fetch and React Query compile with strict checks', () => {
    writeFileSync(join(folder, 'orval.config.cjs'), orvalConfig);
    run(join(commands, 'orval'), ['--config', 'orval.config.cjs']);
    compile('fetch.ts', 'query.ts');
  });

  (hasJava ? it : it.skip)('The Java classes of quicktype compile, one for each object of the API', () => {
    mkdirSync(join(folder, 'client'));
    const options = ['--lang', 'java', '--just-types', '--package', 'client', '-o', 'client/Api.java'];
    run(join(commands, 'quicktype'), ['--src-lang', 'schema', `${document}#/components/schemas/`, ...options]);
    const classes = readdirSync(join(folder, 'client'));
    expect(classes).toEqual(expect.arrayContaining(['Simulation.java', 'SimulationSummary.java', 'InvalidSpec.java']));
    run('javac', ['-d', 'classes', ...classes.map((name) => join('client', name))]);
  });
});
