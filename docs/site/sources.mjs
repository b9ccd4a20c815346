// The pages of the docs site that are files of the repository, and their links. Pure functions, except for `readSources`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Pages outside of `docs`, by their address in the site. */
const otherPages = {
  'changelog.md': 'CHANGELOG.md',
  'security-policy.md': 'SECURITY.md',
  'clients/typescript.md': 'clients/typescript/README.md',
  'clients/python.md': 'clients/python/README.md',
};

/** The text and the repository path of each page, by its address in the site, such as `user/ask.md`. */
export function readSources(root) {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('site/'))
    .map((name) => [name.replace(/README\.md$/, 'index.md'), `docs/${name}`]);
  return new Map(
    [...names, ...Object.entries(otherPages)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([page, path]) => [page, { path, text: readFileSync(join(root, path), 'utf8') }]),
  );
}

/** Applies a function to the text outside of fenced blocks. */
export const outsideCode = (text, change) =>
  text
    .split(/(^```[^]*?^```$)/m)
    .map((part, k) => (k % 2 === 0 ? change(part) : part))
    .join('');

/** Anchor of a heading, by the rules of GitHub, so that one link works in the repository and in the site. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const linkPattern = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Relative links of a page: `path` is relative to the root of the repository. */
export function linksOf({ path, text }) {
  const links = [];
  outsideCode(text, (part) => {
    for (const [, , , target] of part.replace(/`[^`\n]*`/g, '').matchAll(linkPattern)) {
      if (/^[a-z]+:|^\//.test(target)) continue;
      const [file, anchor] = target.split('#');
      links.push({ target, path: file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)), anchor });
    }
    return part;
  });
  return links;
}

/** Text of a page with links that work in the site. A link to a file that is not in the site becomes the path of the file. */
export function withSiteLinks(page, { path, text }, sources) {
  const pageOf = new Map([...sources].map(([name, source]) => [source.path, name]));
  return outsideCode(text, (part) =>
    part.replace(linkPattern, (link, image, label, target) => {
      if (/^([a-z]+:|\/|#)/.test(target)) return link;
      const [file, anchor] = target.split('#');
      const linked = posix.normalize(posix.join(posix.dirname(path), file));
      const name = pageOf.get(linked) ?? (linked.startsWith('docs/images/') ? linked.slice('docs/'.length) : undefined);
      if (name === undefined) return `${label} (\`${linked}\`)`;
      const relative = posix.relative(posix.dirname(page), name);
      return `${image}[${label}](${relative.startsWith('.') ? '' : './'}${relative}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Groups of links of `docs/index.md`: its headings, and each list item `[title](page): description`. */
export function groupsOf(index) {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const title = section.slice(0, section.indexOf('\n'));
      const items = [...section.replace(/\n {2,}/g, ' ').matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)];
      return { title, items: items.map(([, text, target, description]) => ({ text, target, description })) };
    });
}
