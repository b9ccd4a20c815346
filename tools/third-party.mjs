// The packages whose code a bundle contains. Each build of a bundle records them; tools/pack.mjs writes them to the release.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licensePlugin } from 'rolldown-license-plugin';

const root = join(import.meta.dirname, '..');
const listFile = (part) => join(root, 'dist/third-party', `${part}.json`);

export const readList = (part) => JSON.parse(readFileSync(listFile(part), 'utf8'));

export function writeList(part, list) {
  mkdirSync(join(root, 'dist/third-party'), { recursive: true });
  writeFileSync(listFile(part), JSON.stringify(list));
}

/**
 * Returns a plugin of Rolldown, Rollup and Vite. Vite bundles a worker alone: it gets the same plugin, and its packages join the list.
 * @param part name of the list
 * @param folder gets the notices of these packages, if they are sent without those of the other parts
 */
export function thirdParty(part, folder) {
  const found = new Map();
  return licensePlugin({
    done(packages) {
      for (const one of packages) found.set(`${one.name}@${one.version}`, one);
      const list = [...found.values()];
      writeList(part, list);
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'third-party-notices.txt'), noticesOf(list));
    },
  });
}

/** Data and native libraries that are no packages of npm. */
export const otherNotices = readFileSync(join(root, 'tools/other-notices.txt'), 'utf8');

/** The license of each package. Packages with the same text share it. */
export function noticesOf(packages, ...others) {
  const byText = new Map();
  for (const one of packages.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const text = licenseOf(one, packages).replaceAll('\r', '').trim();
    const license = one.license && ` (${one.license})`;
    byText.set(text, new Set(byText.get(text)).add(`${one.name} ${one.version}${license}`));
  }
  const parts = [...byText].map(([text, names]) => `${[...names].join('\n')}\n\n${text}\n`);
  return ['Third-party software in these files, and its licenses\n', ...parts, ...others].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

/** Some packages have their license in the readme only, and some only name it: they get the text of another package, with their author. */
function licenseOf({ name, license, licenseText }, packages) {
  if (licenseText !== '') return licenseText;
  const folder = [root, join(root, 'docs/site')].map((at) => join(at, 'node_modules', name)).find(existsSync);
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file));
  const section = /^#+ *license\s*$([^]*)/im.exec(readme ? readFileSync(join(folder, readme), 'utf8') : '')?.[1];
  if (section?.includes('Permission')) return section;
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const terms = packages.map((other) => other.license === license && /^Permission [^]*/m.exec(other.licenseText)?.[0]);
  const text = terms.find(Boolean);
  if (!text) throw new Error(`${name} has no license text`);
  return `Copyright (c) ${author?.name ?? author}\n\n${text}`;
}
