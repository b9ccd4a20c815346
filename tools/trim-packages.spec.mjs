import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { isUnused, trimPackages } from './trim-packages.mjs';

const prismaRuntime = join(projectFolder, 'node_modules/@prisma/client/runtime');

describe('the packages of the image', () => {
  it('Source maps, type declarations and query compilers of other databases are deleted, and nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulation-service-packages-'));
    const files = [
      '@prisma/client/runtime/client.js',
      '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
      'other/LICENSE',
      'other/index.d.cts',
      'other/index.d.ts',
      'other/index.js',
      'other/index.js.map',
      'other/package.json',
      'other/query_compiler_of_another_package.js',
      'other/typings.ts',
    ];
    try {
      for (const file of files) {
        mkdirSync(join(folder, dirname(file)), { recursive: true });
        writeFileSync(join(folder, file), '');
      }
      expect(trimPackages(folder)).toBe(5);
      const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(left.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()).toEqual(
        files.filter((file) => !/mysql|fast|\.d\.|\.map/.test(file)),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('The files of Prisma that the generated client loads are not deleted', () => {
    const generated = readFileSync(join(projectFolder, 'src/platform/database/generated/internal/class.ts'), 'utf8');
    const loaded = [...generated.matchAll(/import\("@prisma\/client\/runtime\/([^"]+)"\)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) {
      expect(readdirSync(prismaRuntime)).toContain(name);
      expect([name, isUnused(prismaRuntime, name)]).toEqual([name, false]);
    }
  });
});
