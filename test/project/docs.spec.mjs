import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf, linksOf, outsideCode, readSources } from '../../docs/site/sources.mjs';
import { projectFolder } from '../../embedded/project.js';
import { runEventTypes } from '../../src/simulations/kinds/index.js';

const sources = readSources(projectFolder);

describe('the pages of the documentation', () => {
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
            !existsSync(join(projectFolder, path)) || (anchor !== undefined && !anchors.get(path)?.includes(anchor)),
        )
        .map(({ target }) => `${source.path}: ${target}`),
    );
    expect(broken).toEqual([]);
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
    const picture = readFileSync(join(projectFolder, 'docs/images/interval-parts.svg'), 'utf8');
    const shown = [...picture.matchAll(/>(\d\.\d+)</g)].map(([, number]) => Number(number));
    expect(shown).toEqual([...printed.matchAll(/:(\d\.\d+)/g)].map(([, number]) => Number(number)));
  });
});

describe('the page of webhooks', () => {
  it('It lists the events of all kinds of runs, and no others', () => {
    const listed = sources.get('user/webhooks.md').text.matchAll(/^\| `(\w+\.\w+)`/gm);
    const types = [...listed].map(([, type]) => type).filter((type) => type !== 'webhook_endpoint.test');
    expect(types.toSorted()).toEqual(runEventTypes().toSorted());
  });
});
