import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { writeCompressedCopies } from '../tools/compressed-copies.js';
import { thirdParty } from '../tools/third-party.mjs';

const root = import.meta.dirname;
const service = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
/** Paths that the service serves itself. `npm run dev` forwards them. */
const servicePaths = ['/v1', '/auth', '/docs', '/openapi.json', '/schemas'];

export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    writeCompressedCopies(dir);
  },
};

const outDir = join(root, '../dist/dashboard');
const notices = thirdParty('dashboard', outDir);

export default defineConfig({
  root,
  plugins: [react(), notices, compressed],
  worker: { plugins: () => [notices] },
  build: {
    ...{ outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
    rolldownOptions: {
      // All that the first page needs is one file, which compresses better than its parts.
      output: { codeSplitting: { groups: [{ name: 'main', test: /dashboard\/src\/main\.tsx$/ }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    // The service accepts a session cookie only from its own pages, so the forwarded request keeps its host.
    proxy: Object.fromEntries(servicePaths.map((path) => [path, { target: service, changeOrigin: false }])),
  },
});
