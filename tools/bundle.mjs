// Bundles the compiled service into `dist/app`. Without this, each process would find and link two thousand files when it starts.
// `dist/app` has the entry points and data files of `dist/src` at the same paths, and the code that entry points share in `chunks`.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const [compiled, bundled] = [join(dist, 'src'), join(dist, 'app')];
const files = readdirSync(compiled, { recursive: true });

/** Processes, the modules that the launcher loads before it knows the settings, and threads. */
const isEntry = (file) => /^(main|worker|cli|app\.module|worker\.module)\.js$|\.thread\.js$/.test(file);
const isData = (file) => /\.(json|bin|txt)$/.test(file);
/** Packages of many small files, without files that they read or start. Nest is whole: two copies would not know each other's classes. */
const isBundledPackage = (id) => /^(@nestjs\/(?!microservices|websockets)|rxjs\b|zod\b)/.test(id);

/** The bundle moves code, so this plugin writes the folder of the original file instead of `import.meta.dirname`. */
const originalFolder = {
  name: 'original-folder',
  transform: {
    filter: { code: 'import.meta.dirname' },
    handler: (code, file) =>
      code.replaceAll('import.meta.dirname', `originalFolder(${JSON.stringify(relative(compiled, dirname(file)))})`),
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll(/\boriginalFolder\("([^"]*)"\)/g, (_, folder) => {
      const path = posix.relative(posix.dirname(fileName), folder);
      return `\`\${import.meta.dirname}/${path}\``;
    }),
};

rmSync(bundled, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(files.filter(isEntry).map((file) => [file.slice(0, -'.js'.length), join(compiled, file)])),
  platform: 'node',
  // The bundle has all of the code: tree shaking and `minify` remove calls that only matter because they can throw.
  treeshake: false,
  external: (id) => /^[^./]/.test(id) && !isBundledPackage(id),
  plugins: [originalFolder],
  onLog(_level, log) {
    // A busy machine is no problem of the code.
    if (log.code !== 'PLUGIN_TIMINGS') throw new Error(log.message);
  },
});
await bundle.write({
  dir: bundled,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  keepNames: true,
  minify: false,
});
await bundle.close();
for (const file of files.filter(isData)) cpSync(join(compiled, file), join(bundled, file));
