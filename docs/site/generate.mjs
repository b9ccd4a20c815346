// Writes the sources of the docs site to dist/guide-pages: the pages of the repository, a page for each workflow, the sidebar,
// llms.txt, and a Markdown copy of each page. Run it with: npm run docs
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { table } from '../../tools/generated-docs.mjs';
import { groupsOf, readSources, withSiteLinks } from './sources.mjs';
import { workflowPage } from './workflow-page.mjs';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/guide-pages');
const base = '/guide/';

const sources = readSources(root);
const pages = new Map([...sources].map(([page, source]) => [page, withSiteLinks(page, source, sources)]));

const catalog = join(root, 'catalog');
const workflows = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(catalog, name), 'utf8')));
for (const definition of workflows) pages.set(`workflows/${definition.workflow_id}.md`, workflowPage(definition));
pages.set(
  'workflows/index.md',
  overview(
    'Workflows',
    'Each page has the data, the parameters, the results on held-out data, the limits and the citation of a workflow.',
    ['Workflow', 'What it models'],
    workflows.map(({ workflow_id: id, name, summary }) => [`[${name}](./${id}.md)`, summary]),
  ),
);

const groups = groupsOf(pages.get('index.md'));
const generated = [
  {
    title: 'Workflows',
    items: workflows.map(({ workflow_id: id, name, summary }) => itemOf(`workflows/${id}.md`, name, summary)),
  },
];
const listed = new Set(groups.flatMap(({ items }) => items.map(({ target }) => target.replace(/^\.\//, ''))));
const missing = [...sources.keys()].filter(
  (page) => page !== 'index.md' && !/^adr\/|\/adr\/\d/.test(page) && !listed.has(page),
);
if (missing.length > 0) throw new Error(`docs/index.md does not list: ${missing.join(', ')}`);

rmSync(output, { recursive: true, force: true });
for (const [page, text] of pages) {
  write(page, `${text}\n<p><a href="${base}${page}" target="_self">Markdown copy of this page</a></p>\n`);
  write(`public/${page}`, text);
}
cpSync(join(root, 'docs/images'), join(output, 'images'), { recursive: true });
cpSync(join(root, 'docs/images'), join(output, 'public/images'), { recursive: true });
write('public/llms.txt', llmsText());
write('sidebar.json', JSON.stringify([...groups.map(sidebarGroup(false)), ...generated.map(sidebarGroup(true))]));
process.stdout.write(`${pages.size} pages\n`);

function write(name, text) {
  const path = join(output, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function overview(title, text, headers, rows) {
  return `# ${title}\n\n${text}\n\n${table(headers, rows)}\n`;
}

function itemOf(target, text, description) {
  return { target, text, description };
}

function sidebarGroup(collapsed) {
  return ({ title, items }) => ({
    text: title,
    collapsed,
    items: items.map(({ text, target }) => ({
      text,
      link: `/${target.replace(/^\.\//, '').replace(/(index)?\.md$/, '')}`,
    })),
  });
}

/** The list of all pages for language models, as llmstxt.org describes it. */
function llmsText() {
  const sections = [...groups, ...generated].map(({ title, items }) => {
    const lines = items.map(
      ({ text, target, description }) => `- [${text}](${base}${target.replace(/^\.\//, '')}): ${description}`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const [, summary] = /^# .*\n\n([^]*?)\n\n/.exec(pages.get('index.md')) ?? [];
  const reference = [
    '## API reference',
    [
      '- [OpenAPI document](/openapi.json): all routes, schemas and examples.',
      '- [Reference](/docs): a page for each section.',
      '- [Errors](/docs/errors): each code with its message, its fields and an example.',
    ].join('\n'),
  ];
  return ['# Simulation Service', `> ${summary.replaceAll('\n', ' ')}`, ...sections, ...reference, ''].join('\n\n');
}
