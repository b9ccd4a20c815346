// Builds the packages of the clients in `dist/client-packages`, from which the service serves them: the tarball for npm (ES modules and
// CommonJS), the wheel for pip, their checksums and a page. It writes nothing to the folders of the sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { apiTypes } from './api-types.mjs';
import { pythonSync } from './generate-python-sync.mjs';
import { pythonTypes } from './generate-python-types.mjs';
import { builtOpenApiDocument, kindsModule } from './openapi-document.mjs';
import { pythonWheel } from './python-wheel.mjs';

const root = join(import.meta.dirname, '..');
const clients = join(root, 'clients');
const target = join(root, 'dist/client-packages');
const [work, unfinished] = [`${target}.work`, `${target}.unfinished`];

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  process.exit(1);
}

const commonJs = { configFile: false, swcrc: false, jsc: { target: 'es2022' }, module: { type: 'commonjs' } };

/** The package in a folder of its own: the compiler writes next to the sources. */
async function buildTypeScript(document) {
  const source = join(clients, 'typescript');
  const folder = join(work, 'typescript');
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !/(\.spec\.ts|\/(dist|generated|node_modules))$/.test(path),
  });
  mkdirSync(join(folder, 'src/generated'));
  writeFileSync(join(folder, 'src/generated/schema.ts'), await apiTypes(document));
  writeFileSync(join(folder, 'src/kinds.ts'), await kindsModule());
  const [esm, cjs] = ['esm', 'cjs'].map((name) => join(folder, 'dist', name));
  // `npm run lint` checks the types.
  run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--noCheck', '--outDir', esm],
    root,
  );
  for (const name of readdirSync(esm, { recursive: true, encoding: 'utf8' })) {
    mkdirSync(dirname(join(cjs, name)), { recursive: true });
    if (name.endsWith('.d.ts')) cpSync(join(esm, name), join(cjs, name));
    if (name.endsWith('.js')) writeFileSync(join(cjs, name), (await transformFile(join(esm, name), commonJs)).code);
  }
  writeFileSync(join(esm, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }');
  run('npm', ['pack', '--silent', '--pack-destination', unfinished], folder);
}

function buildPython(document) {
  const folder = join(clients, 'python');
  const generated = { ...pythonSync(join(folder, 'src/simulation_service')), 'types.py': pythonTypes(document) };
  const { name, bytes } = pythonWheel(folder, generated);
  writeFileSync(join(unfinished, name), bytes);
}

const pageOf = (sums) => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Clients of Simulation Service</title>
<h1>Clients of Simulation Service</h1>
<p>Install the packages from these addresses: no package registry has them. <a href="/guide/">Guide</a></p>
<table>
<tr><th>Package</th><th>SHA-256</th></tr>
${sums.map(([name, sum]) => `<tr><td><a href="/clients/${name}">${name}</a></td><td><code>${sum}</code></td></tr>`).join('\n')}
</table>
</html>
`;

for (const folder of [work, unfinished]) rmSync(folder, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
const document = builtOpenApiDocument();
await buildTypeScript(document);
buildPython(document);
const sums = readdirSync(unfinished).map((name) => [
  name,
  createHash('sha256')
    .update(readFileSync(join(unfinished, name)))
    .digest('hex'),
]);
writeFileSync(join(unfinished, 'SHA256SUMS.txt'), sums.map(([name, sum]) => `${sum}  ${name}\n`).join(''));
writeFileSync(join(unfinished, 'index.html'), pageOf(sums));
rmSync(target, { recursive: true, force: true });
renameSync(unfinished, target);
rmSync(work, { recursive: true });
process.exit(0);
