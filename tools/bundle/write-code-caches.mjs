// Writes a code cache for each script of the bundle: node tools/bundle/write-code-caches.mjs dist/app
// Loads the scripts first, because a cache contains only functions that have been compiled. Processes start when they are loaded, so
// their entry points are only compiled; the module that `npm start` loads first is an entry too.
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const { load, loadedScripts, scriptOf } = await import(pathToFileURL(join(folder, 'load.js')).href);
const processes = ['main.cjs', 'worker.cjs', 'api-and-worker.cjs', 'start.cjs', 'cli.cjs'];
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.cjs'));

for (const path of scripts) if (!processes.includes(path)) load(path);
for (const path of scripts) {
  const script = loadedScripts.get(path) ?? scriptOf(join(folder, path));
  writeFileSync(join(folder, `${path}.cache`), script.createCachedData());
}
// The scripts may have opened handles.
process.exit();
