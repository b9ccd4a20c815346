import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const service = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
/** Paths that the service serves itself. `npm run dev` forwards them. */
const servicePaths = ['/v1', '/auth', '/docs', '/openapi.json', '/schemas'];

/** Writes a compressed copy of each text file, so that the service compresses nothing at run time. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg)$/.test(name)) continue;
        const content = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content));
      }
    },
  };
}

export default defineConfig({
  root,
  plugins: [react(), compressed()],
  build: { outDir: join(root, '../dist/dashboard'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    // The service accepts a session cookie only from its own pages, so the forwarded request keeps its host.
    proxy: Object.fromEntries(servicePaths.map((path) => [path, { target: service, changeOrigin: false }])),
  },
});
