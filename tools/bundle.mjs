// Bundles the compiled service into `dist/app`. Without this, each process would find and link two thousand files when it starts.
// `dist/app` has the entry points and data files of `dist/src` at the same paths, and the code that entry points share in `chunks`.
import { spawnSync } from 'node:child_process';
import { builtinModules } from 'node:module';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { thirdParty, writeList } from './third-party.mjs';

const tools = dirname(fileURLToPath(import.meta.url));
const dist = join(tools, '../dist');
const [compiled, bundled] = [join(dist, 'src'), join(dist, 'app')];
const files = readdirSync(compiled, { recursive: true });

/** Processes, the module that the launcher loads before it knows the settings, and threads and child processes. */
const isEntry = (file) => /^(main|worker|cli|api-and-worker(\.module)?)\.js$|\.(thread|process)\.js$/.test(file);
const isData = (file) => /\.(json|bin|txt)$/.test(file);
const entries = files.filter(isEntry);

/** Packages that are native, that read their own files, or that start their own threads. */
const withFiles = /^(@node-rs\/|@prisma\/client|piscina$|pino$)/;
/** Loaded only if a setting names a collector of traces. They have a copy of their own of `@opentelemetry/api`. */
const tracing = /^@opentelemetry\/(?!api$)/;
/** Packages that others would use. No package that the service needs depends on them. */
const optional =
  /^(@nestjs\/(microservices|websockets)|class-(validator|transformer)|file-type|pg-native|pg-cloudflare|cardinal|supports-color)\b/;
const isBuiltIn = (id) => id.startsWith('node:') || builtinModules.includes(id);
const isExternal = (id) =>
  /^[^./]/.test(id) && (isBuiltIn(id) || withFiles.test(id) || tracing.test(id) || optional.test(id));

/** Packages that the bundle loads from `node_modules`. */
const loaded = new Set();

const addressOf = `(name) => require('node:url').pathToFileURL(require.resolve(name)).href`;

/** The bundle moves code, so this plugin writes the folder of the original file instead of `import.meta.dirname`. */
const originalPaths = {
  name: 'original-paths',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, file) {
      for (const [, name] of code.matchAll(/import\.meta\.resolve\(['"](.+?)['"]\)/g)) loaded.add(name);
      return code
        .replaceAll('import.meta.dirname', `originalFolder(${JSON.stringify(relative(compiled, dirname(file)))})`)
        .replaceAll('import.meta.resolve(', 'resolvePackage(');
    },
  },
  renderChunk: (code, { fileName }) =>
    onlyAscii(code)
      .replaceAll(/\boriginalFolder\("([^"]*)"\)/g, (_, folder) => {
        const path = posix.relative(posix.dirname(fileName), folder);
        return `\`\${__dirname}/${path}\``;
      })
      .replaceAll(/\bresolvePackage\(/g, `(${addressOf})(`),
};

/** V8 keeps the source of a script, with two bytes a character unless all characters are Latin. */
const onlyAscii = (code) =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

rmSync(bundled, { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    ...Object.fromEntries(entries.map((file) => [file.slice(0, -'.js'.length), join(compiled, file)])),
    start: join(dist, 'embedded/start.js'),
  },
  platform: 'node',
  // The bundle has all of the code: tree shaking and `minify` remove calls that only matter because they can throw.
  treeshake: false,
  external: isExternal,
  plugins: [originalPaths, thirdParty('service')],
  onLog(_level, log) {
    // A busy machine is no problem of the code.
    if (log.code !== 'PLUGIN_TIMINGS') throw new Error(log.message);
  },
});
// Scripts, because Node.js 20 has no code cache for ES modules.
const { output } = await bundle.write({
  dir: bundled,
  format: 'cjs',
  strict: true,
  exports: 'named',
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  keepNames: true,
  minify: false,
});
await bundle.close();

const imported = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
for (const id of imported) {
  if (isExternal(id) && !isBuiltIn(id) && !optional.test(id)) loaded.add(/^(?:@[^/]+\/)?[^/]+/.exec(id)[0]);
}
writeList('loaded', [...loaded].sort());

for (const file of files.filter(isData)) cpSync(join(compiled, file), join(bundled, file));
cpSync(join(tools, 'bundle/load.js'), join(bundled, 'load.js'));
for (const file of [...entries, 'start.js']) {
  const loader = posix.relative(posix.dirname(file), 'load.js').replace(/^(?!\.)/, './');
  const script = file.replace(/js$/, 'cjs');
  writeFileSync(join(bundled, file), `import { load } from '${loader}';\nexport default load('${script}').default;\n`);
}
const { status } = spawnSync(process.execPath, [join(tools, 'bundle/write-code-caches.mjs'), bundled], {
  stdio: 'inherit',
});
if (status !== 0) throw new Error('the code caches were not written');
