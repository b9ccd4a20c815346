// Writes the sources of the docs site to dist/guide-pages: npm run docs
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'dist/guide-pages');

rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
cpSync(join(root, 'docs'), pages, { recursive: true, filter: (path) => !path.startsWith(join(root, 'docs/site')) });
writeFileSync(join(pages, 'sidebar.json'), '[]');
