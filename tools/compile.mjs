// Compiles the code to `dist`, and copies the data files of the service there. It checks no types; `npm run lint` does.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

const root = join(import.meta.dirname, '..');
// The image is built without the benchmarks.
const folders = [
  'src',
  'model',
  'questions',
  'catalog',
  'view',
  'embedded',
  'demo',
  'bench',
  'clients/typescript/src',
].filter((name) => existsSync(join(root, name)));
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const isCode = (file) => /(?<!\.spec|\.d)\.tsx?$/.test(file);
const isData = (file) => /^(catalog\/([^/]+\.json|vectors\/[^/]+\.bin)|src\/auth\/password\/[^/]+\.txt)$/.test(file);

/** The same as in tsconfig.json. */
const options = {
  configFile: false,
  swcrc: false,
  sourceMaps: true,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    target: 'es2023',
  },
};

async function compile(file) {
  const output = join(root, 'dist', file.replace(/tsx?$/, 'js'));
  const parser = { ...options.jsc.parser, tsx: file.endsWith('x') };
  const jsc = { ...options.jsc, parser };
  const { code, map } = await transformFile(join(root, file), { ...options, jsc, outputPath: output });
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
  writeFileSync(`${output}.map`, map);
}

for (const folder of folders) rmSync(join(root, 'dist', folder), { recursive: true, force: true });
await Promise.all(files.filter(isCode).map(compile));
for (const file of files.filter(isData)) cpSync(join(root, file), join(root, 'dist', file));
