import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { isUnused, packageFolders } from './pack.mjs';

const prismaRuntime = join(projectFolder, 'node_modules/@prisma/client/runtime');

describe('the packages of a release', () => {
  it('A release has the dependencies of its packages as Node.js finds them, and no peers or absent optional packages', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1', c: '2' }, optionalDependencies: { absent: '1', unknown: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '2', d: '1' } },
      'node_modules/absent': {},
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' }, peerDependencies: { peer: '1' } },
      'node_modules/d': {},
      'node_modules/peer': {},
      'node_modules/tool': {},
    };
    expect(packageFolders(['a'], packages, (folder) => folder !== 'node_modules/absent')).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ]);
  });

  it('Source maps, type declarations and query compilers of other databases are left out, and nothing else', () => {
    const unused = [
      '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
      'other/index.d.cts',
      'other/index.d.ts',
      'other/index.js.map',
      'other/lib.a',
    ];
    const used = [
      '@prisma/client/runtime/client.js',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs',
      '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
      'other/LICENSE',
      'other/index.js',
      'other/package.json',
      'other/query_compiler_of_another_package.js',
      'other/typings.ts',
    ];
    expect([...unused, ...used].filter((file) => isUnused(`/node_modules/${file}`))).toEqual(unused);
  });

  it('The files of Prisma that the generated client loads are not left out', () => {
    const generated = readFileSync(join(projectFolder, 'src/platform/database/generated/internal/class.ts'), 'utf8');
    const loaded = [...generated.matchAll(/import\("@prisma\/client\/runtime\/([^"]+)"\)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) {
      expect(readdirSync(prismaRuntime)).toContain(name);
      expect([name, isUnused(join(prismaRuntime, name))]).toEqual([name, false]);
    }
  });
});
