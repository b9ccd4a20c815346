import { join } from 'node:path';
import { groupsOf, readSources, withSiteLinks } from './sources.mjs';

const sources = readSources(join(import.meta.dirname, '../..'));

describe('the sources of the docs site', () => {
  it('A link to a page of the site stays a link, and a link to another file becomes its path', () => {
    const text =
      '[Client](../clients/typescript/README.md#a) and [all](../.env.example)\n\n```md\n[x](../.env.example)\n```\n';
    expect(withSiteLinks('user/a.md', { path: 'docs/a.md', text }, sources)).toBe(
      '[Client](../clients/typescript.md#a) and all (`.env.example`)\n\n```md\n[x](../.env.example)\n```\n',
    );
  });

  it('The first page has groups with a title, a page and a description for each entry', () => {
    const groups = groupsOf(sources.get('index.md').text);
    expect(groups.length).toBeGreaterThan(3);
    for (const { title, items } of groups) expect([title, items.length > 0]).toEqual([title, true]);
  });
});
