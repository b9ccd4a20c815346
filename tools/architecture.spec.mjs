import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/developer/architecture.md'), 'utf8');
const lines = document.trimEnd().split('\n');

const ignored = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'generated']);

/** The files and folders below a folder, with a slash after each folder. */
function pathsBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...pathsBelow(path)] : [path];
    });
}

const paths = pathsBelow('');
const folders = paths.filter((path) => /^src\/[^/]+\/([^/]+\/)?$/.test(path));

/** The folders that the list names: a line starts with a folder of `src`, and names folders in it as `name/`. */
function namedFolders() {
  const items = document.matchAll(/^- `(src\/[\w-]+)`(.*(?:\n {2}.*)*)/gm);
  return [...items].flatMap(([, parent, text]) => [
    `${parent}/`,
    ...[...text.matchAll(/`([\w-]+\/)`/g)].map(([, name]) => `${parent}/${name}`),
  ]);
}

/** Every file or folder in code font. A path can leave out its first folders; `<name>` is any name. */
const namedPaths = [...document.matchAll(/`([\w<>./-]+)`/g)]
  .map(([, path]) => path)
  .filter((path) => /^[\w<].*(\/|\.(ts|mjs|json|prisma))/.test(path));

const exists = (named) => {
  const pattern = named.replaceAll('.', '\\.').replaceAll('<name>', '[^/]+');
  return paths.some((path) => new RegExp(`(^|/)${pattern}/?$`).test(path));
};

describe('docs/developer/architecture.md', () => {
  it('names every folder of src of the first two levels once', () => {
    expect(namedFolders().sort()).toEqual(folders.sort());
  });

  it('names only files and folders that exist', () => {
    expect(namedPaths.length).toBeGreaterThan(100);
    expect(namedPaths.filter((path) => !exists(path))).toEqual([]);
  });

  it('has at most 150 lines of at most 120 characters', () => {
    expect(lines.length).toBeLessThanOrEqual(150);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});
