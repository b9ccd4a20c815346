import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const specName = /\.spec\.(ts|tsx|mjs)$/;
/** Folders with code. `catalog` has data, and `test` has tests of the whole service and of files of the project. */
const codeFolders = [
  ...['bench', 'clients', 'dashboard', 'demo', 'embedded', 'model', 'questions', 'src', 'tools', 'view'],
];

const specsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => specName.test(path) && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`);
const specs = [...codeFolders, 'catalog', 'test'].flatMap(specsIn);

/** `a.b.spec.ts` tests `a.b.ts`, or `b` names a topic of `a.ts`. */
function hasModule(path) {
  const parts = basename(path).replace(specName, '').split('.');
  const stems = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  const endings = ['.ts', '.tsx', '.mjs', '.js', '.cjs'];
  return stems.some((stem) => endings.some((ending) => existsSync(join(root, dirname(path), `${stem}${ending}`))));
}

describe('the specs', () => {
  it('Each spec next to code has the name of the module that it tests', () => {
    const inCode = specs.filter((path) => codeFolders.includes(path.split('/')[0]));
    expect(inCode.length).toBeGreaterThan(300);
    expect(inCode.filter((path) => !hasModule(path))).toEqual([]);
  });

  it('No spec has a twin for the full level, which would set up the same again', () => {
    const twins = specs.filter((path) => path.includes('.full.') && specs.includes(path.replace('.full.', '.')));
    expect(twins).toEqual([]);
  });

  it('Each spec states what it expects', () => {
    const silent = specs.filter((path) => !/\bexpect[.(]/.test(readFileSync(join(root, path), 'utf8')));
    expect(silent).toEqual([]);
  });
});
