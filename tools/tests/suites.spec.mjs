import { readdirSync } from 'node:fs';
import { contentOf, filesIn, projectFolder } from './content.mjs';
import { currentSuites, isFullTest, staleSuites, suites } from './suites.mjs';

const current = currentSuites();
const passed = Object.fromEntries(current.map(({ name, content }) => [name, { content }]));

describe('the suites of the full level', () => {
  it('Each test file of the full level belongs to one suite', () => {
    const folders = readdirSync(projectFolder).filter((name) => !/^(\.|node_modules$|dist$)/.test(name));
    const files = folders.flatMap(filesIn).filter(isFullTest);
    const inSuites = current.flatMap((suite) => suite.files);
    expect(files.filter((path) => !inSuites.includes(path))).toEqual([]);
    expect(inSuites).toHaveLength(new Set(inSuites).size);
  });

  it('Each suite has test files', () => {
    expect(current.filter(({ files }) => files.length === 0)).toEqual([]);
  });

  it('A suite that passed for the current content is not stale', () => {
    expect(staleSuites(current, passed)).toEqual([]);
  });

  it('A suite without a record, or with another content, is stale', () => {
    const [first, second] = suites;
    const stale = staleSuites(current, { ...passed, [first.name]: undefined, [second.name]: { content: 'other' } });
    expect(stale.map(({ name }) => name)).toEqual([first.name, second.name]);
  });

  it('The content of a file that moves stays the same, and changes with its code', () => {
    const hashOf = (code) => contentOf('src/a.ts', code).hash;
    const hash = hashOf("import { b } from './b.js';\nexport const a = () => [b, import('./c.js')];\n");
    expect(hashOf("import { b } from '../d/b.js';\nexport const a = () => [b, import('../../c.js')];\n")).toBe(hash);
    expect(hashOf("import { b } from './b.js';\nexport const a = () => [b, import('./d.js')];\n")).not.toBe(hash);
    expect(hashOf("import { b } from './b.js';\nexport const a = () => b;\n")).not.toBe(hash);
  });
});
