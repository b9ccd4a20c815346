// The synchronous Python client, generated from the asynchronous one: the same code without `await`.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './write-if-changed.mjs';

/** In this order. */
const replacements = [
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_Async(?=[A-Z])/g, '_'],
  [/\b_async\b/g, '_sync'],
  [/\basync (?=(def|for|with)\b)/g, ''],
  [/\bawait (?=\S)/g, ''],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  [/^import asyncio\n(import time\n)?/gm, 'import time\n'],
  [/\b__a(iter|next|enter|exit)__/g, '__$1__'],
  [/\ba(iter_sse|close|next|read)\b(?=\()/g, '$1'],
];

export const syncOf = (source) =>
  `# Generated from \`_async\` by tools/generate-python-sync.mjs: do not edit.\n${replacements.reduce(
    (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
    source,
  )}`;

/** The modules of `_sync`, by their path in the package. */
export function pythonSync(packageFolder) {
  const folder = join(packageFolder, '_async');
  const names = readdirSync(folder).filter((file) => file.endsWith('.py'));
  return Object.fromEntries(names.map((name) => [`_sync/${name}`, syncOf(readFileSync(join(folder, name), 'utf8'))]));
}

/** Writes `_sync` next to `_async`. */
export function writePythonSync(packageFolder) {
  mkdirSync(join(packageFolder, '_sync'), { recursive: true });
  for (const [path, text] of Object.entries(pythonSync(packageFolder))) writeIfChanged(join(packageFolder, path), text);
}
