import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideRedirects } from '../../src/platform/built-files/built-files.js';
import { runEventTypes } from '../../src/simulations/kinds/index.js';
import { navigation, searchText } from './navigation.mjs';
import { anchorOf, groupsOf, linksOf, outsideCode, readSources, withSiteLinks } from './sources.mjs';
import { bibliography, workflowPage } from './workflow-page.mjs';

const root = join(import.meta.dirname, '../..');
const sources = readSources(root);
const catalog = join(root, 'catalog');
const definitions = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(catalog, name), 'utf8')));

describe('the sources of the docs site', () => {
  it('Every link between documents leads to a file and a heading that exist', () => {
    const anchors = new Map(
      [...sources.values()].map(({ path, text }) => {
        const found = [];
        outsideCode(text, (part) => {
          found.push(...[...part.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading)));
          return part;
        });
        return [path, found];
      }),
    );
    const broken = [...sources.values()].flatMap((source) =>
      linksOf(source)
        .filter(
          ({ path, anchor }) =>
            !existsSync(join(root, path)) || (anchor !== undefined && !anchors.get(path)?.includes(anchor)),
        )
        .map(({ target }) => `${source.path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('A link to a page of the site stays a link, and a link to another file becomes its path', () => {
    const text =
      '[Client](../clients/typescript/README.md#a) and [all](../.env.example)\n\n```md\n[x](../.env.example)\n```\n';
    expect(withSiteLinks('user/a.md', { path: 'docs/a.md', text }, sources)).toBe(
      '[Client](../clients/typescript.md#a) and all (`.env.example`)\n\n```md\n[x](../.env.example)\n```\n',
    );
  });

  it('Each page of docs is in the folder of its reader, and has at most 200 lines', () => {
    const pages = [...sources.values()].filter(({ path }) => path.startsWith('docs/') && path !== 'docs/index.md');
    const folders = new Set(pages.map(({ path }) => path.split('/')[1]));
    expect(folders).toEqual(new Set(['user', 'analyst', 'operator', 'developer']));
    const long = pages.filter(({ text }) => text.trimEnd().split('\n').length > 200).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('The picture of the parts of the error has the figures that the snippet of its page prints', () => {
    const { text } = sources.get('user/intervals.md');
    const [, printed] = /```text\n([^]*?)```/.exec(text);
    const picture = readFileSync(join(root, 'docs/images/interval-parts.svg'), 'utf8');
    const shown = [...picture.matchAll(/>(\d\.\d+)</g)].map(([, number]) => Number(number));
    expect(shown).toEqual([...printed.matchAll(/:(\d\.\d+)/g)].map(([, number]) => Number(number)));
  });

  it('The first page has groups with a title, a page and a description for each entry', () => {
    const groups = groupsOf(sources.get('index.md').text);
    expect(groups.length).toBeGreaterThan(3);
    for (const { title, items } of groups) expect([title, items.length > 0]).toEqual([title, true]);
  });
});

describe('the page of a workflow', () => {
  it.each(definitions.map((definition) => [definition.workflow_id, definition]))(
    '%s has a plot of held-out results, limits, a citation and a request for a parameter inside of its range',
    (id, definition) => {
      const page = workflowPage(definition);
      for (const heading of ['Run it', 'Parameters', 'Data', 'Predicted and observed', 'Limits', 'Cite'])
        expect(page).toContain(`\n## ${heading}\n`);
      const [, plot] = /\((\.\.\/images\/validation\/[^)]+\.svg)\)/.exec(page);
      expect(existsSync(join(root, 'docs/workflows', plot))).toBe(true);
      expect(page).toContain(`@misc{simulation-service-${id},`);
      expect(page).not.toMatch(/undefined|NaN|\[object/);
    },
  );

  it('A citation of two works gives one BibTeX entry for each, with its authors and year', () => {
    const [first, second] = bibliography({
      citation: 'Manning et al. (1987), American Economic Review 77; Dal Bó and Fréchette (2011), "Cooperation", AER.',
    });
    expect(first).toMatch(/^@misc\{manning1987,\n {2}author = \{Manning and others\},/);
    expect(second).toContain('author = {Dal Bó and Fréchette},\n  title = {Cooperation},\n  year = {2011}');
  });
});

describe('the page of webhooks', () => {
  it('It lists the events of all kinds of runs, and no others', () => {
    const listed = sources.get('user/webhooks.md').text.matchAll(/^\| `(\w+\.\w+)`/gm);
    const types = [...listed].map(([, type]) => type).filter((type) => type !== 'webhook_endpoint.test');
    expect(types.toSorted()).toEqual(runEventTypes().toSorted());
  });
});

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
