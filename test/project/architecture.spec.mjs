import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';

const document = readFileSync(join(projectFolder, 'docs/developer/architecture.md'), 'utf8');
const lines = document.trimEnd().split('\n');

const ignored = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'generated']);

/** The files and folders below a folder, with a slash after each folder. */
function pathsBelow(folder) {
  return readdirSync(join(projectFolder, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...pathsBelow(path)] : [path];
    });
}

const paths = pathsBelow('');
const folders = paths.filter((path) => /^(src|model)\/[^/]+\/$/.test(path));

/** Every file or folder in code font. A path can leave out its first folders; `<name>` is any name. */
const namedPaths = [...document.matchAll(/`([\w<>./-]+)`/g)]
  .map(([, path]) => path)
  .filter((path) => /^[\w<].*(\/|\.(ts|mjs|json|prisma))/.test(path));

const exists = (named) => {
  const pattern = named.replaceAll('.', '\\.').replaceAll('<name>', '[^/]+');
  return paths.some((path) => new RegExp(`(^|/)${pattern}/?$`).test(path));
};

describe('docs/developer/architecture.md', () => {
  it('The page names each folder of src and model', () => {
    const isNamed = (path) =>
      document.includes(path.startsWith('src/') ? `\`${path.slice(0, -1)}\`` : `\`${path.slice('model/'.length)}\``);
    expect(folders.filter((path) => !isNamed(path) && path !== 'model/testing/')).toEqual([]);
  });

  it('The page names only files and folders that exist', () => {
    expect(namedPaths.length).toBeGreaterThan(60);
    expect(namedPaths.filter((path) => !exists(path))).toEqual([]);
  });

  it('The page has at most 120 lines of at most 120 characters', () => {
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});
