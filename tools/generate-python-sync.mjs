// The synchronous Python client, generated from the asynchronous one: the same code without `await`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Writes the package `_sync` next to `_async`. */
export function generatePythonSync(packageFolder, target = packageFolder) {
  const [source, folder] = [join(packageFolder, '_async'), join(target, '_sync')];
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source).filter((file) => file.endsWith('.py')))
    writeFileSync(join(folder, name), syncOf(readFileSync(join(source, name), 'utf8')));
}
