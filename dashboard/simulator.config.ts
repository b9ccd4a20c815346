import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { thirdParty } from '../tools/third-party.mjs';
import { compressed } from './vite.config.js';

const root = import.meta.dirname;

const outDir = join(root, '../dist/dashboard/simulator');
const notices = thirdParty('simulator', outDir);

/** One script with the panel and its worker, for pages that are one file. */
export default defineConfig({
  root,
  plugins: [react(), notices, compressed],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    // Modules that load a file or call the service.
    alias: ['./start-worker', './save-scenario', '../api/client'].map((find) => ({
      find,
      replacement: join(root, 'src/simulator/offline.ts'),
    })),
  },
  worker: { format: 'iife', plugins: () => [notices] },
  build: {
    ...{ outDir, emptyOutDir: true, target: 'es2022', copyPublicDir: false },
    cssCodeSplit: false,
    lib: {
      entry: join(root, 'src/simulator/standalone.tsx'),
      formats: ['iife'],
      name: 'simulator',
      fileName: () => 'simulator.js',
      cssFileName: 'simulator',
    },
  },
});
