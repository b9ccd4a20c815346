import { join } from 'node:path';
import { guideRedirects } from '../../src/platform/built-files/built-files.js';
import { navigation, searchText } from './navigation.mjs';
import { readSources } from './sources.mjs';

const sources = readSources(join(import.meta.dirname, '../..'));

describe('the navigation of the docs site', () => {
  it('Each link leads to a page of the site, or to an address that the service redirects', () => {
    const pages = [...sources.keys(), 'workflows/index.md'].map((name) => `/${name.replace(/(index)?\.md$/, '')}`);
    for (const { link } of navigation) expect([...pages, ...Object.keys(guideRedirects)]).toContain(link);
    expect(Object.keys(guideRedirects).filter((link) => pages.includes(link))).toEqual([]);
  });
});

describe('the search of the docs site', () => {
  it('It finds the pages of the docs, but not the lists of requirements and the records of attempts', () => {
    const render = (name) => searchText(`# ${name}`, { relativePath: name }, { render: (text) => text });
    expect(render('user/ask.md')).toBe('# user/ask.md');
    for (const name of ['operator/asvs.md', 'operator/asvs-v6-v16.md', 'developer/optimizations.md']) {
      expect([...sources.keys()]).toContain(name);
      expect(render(name)).toBe('');
    }
  });
});
