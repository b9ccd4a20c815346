// Builds the TypeScript client as ES modules and as CommonJS: node tools/build-client.mjs [folder]
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, 'clients/typescript');
const [folder = join(source, 'dist')] = process.argv.slice(2);
const formats = {
  esm: [],
  cjs: ['--noCheck', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
};
for (const [name, options] of Object.entries(formats)) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const output = join(folder, name);
  const args = [compiler, '-p', source, '--outDir', output, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(join(output, 'package.json'), JSON.stringify({ type: name === 'cjs' ? 'commonjs' : 'module' }));
}
