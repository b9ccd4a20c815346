import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { writeCompressedCopies } from '../../../tools/compressed-copies.ts';
import { thirdParty } from '../../../tools/third-party.mjs';
import { navigation, searchText } from '../navigation.mjs';
import { anchorOf } from '../sources.mjs';

const dist = join(import.meta.dirname, '../../../dist');
/** `generate.mjs` writes the sources of all pages and the sidebar to this folder. */
const pages = join(dist, 'guide-pages');
const sidebarFile = join(pages, 'sidebar.json');
if (!existsSync(sidebarFile)) throw new Error('run: npm run docs');
const sidebar = JSON.parse(readFileSync(sidebarFile, 'utf8'));

const base = '/guide/';
const outDir = join(dist, 'guide');

export default defineConfig({
  title: 'Simulation Service',
  description: 'How to predict with Simulation Service how a group of people reacts to a change',
  lang: 'en-US',
  base,
  srcDir: pages,
  srcExclude: ['public/**'],
  outDir,
  cacheDir: join(dist, '.guide-cache'),
  cleanUrls: true,
  metaChunk: true,
  vite: { plugins: [thirdParty('guide', outDir)] },
  markdown: { anchor: { slugify: anchorOf } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { _render: searchText } },
    nav: navigation,
    notFound: {
      title: 'This page does not exist',
      quote: 'The address is wrong, or the page has moved. Search for its title, or start at the list of all pages.',
      linkText: 'All pages',
      linkLabel: 'All pages of the guide',
    },
  },
  transformPageData({ relativePath }) {
    const copy = { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}` };
    return { frontmatter: { head: [['link', copy]] } };
  },
  // The service allows no inline scripts on its pages, so each of them becomes a file.
  transformHtml(html) {
    return html.replace(/<script(?![^>]* src=)([^>]*)>([^]*?)<\/script>/g, (_, attributes, script) => {
      const name = `assets/inline.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
      mkdirSync(join(outDir, 'assets'), { recursive: true });
      writeFileSync(join(outDir, name), script);
      return `<script${attributes} src="${base}${name}"></script>`;
    });
  },
  buildEnd() {
    writeCompressedCopies(outDir);
  },
});
