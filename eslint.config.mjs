import eslint from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Who may know whom: every arrow that is not drawn here is an error.
const rooms = [
  ...['config', 'common', 'platform', 'engine', 'processor', 'cli'].map((type) => ({ type, pattern: `src/${type}` })),
  { type: 'feature', pattern: 'src/*', capture: ['name'] },
  ...['embedded', 'demo', 'bench', 'test'].map((type) => ({ type, pattern: type })),
  { type: 'root', pattern: 'src' },
];
const below = ['config', 'common', 'platform'];
const room = (type) => ({ element: { type } });
const feature = (name) => ({ element: { type: 'feature', captured: { name } } });
const may = (from, ...to) => ({ from, allow: to.map((target) => ({ to: target })) });
const arrows = [
  may(room('config'), room('config')),
  may(room('common'), room(['config', 'common'])),
  may(room('platform'), room(below)),
  may(room('engine'), room('engine')),
  may(room('feature'), room([...below, 'engine']), feature('{{ from.element.captured.name }}')),
  may(feature('api-keys'), feature('organizations')),
  may(feature('webhooks'), feature('organizations')),
  may(feature('auth'), feature(['api-keys', 'organizations'])),
  may(feature('simulations'), feature(['routing', 'usage'])),
  may(room('processor'), room([...below, 'engine', 'feature', 'processor'])),
  may(room('cli'), room([...below, 'engine', 'feature', 'cli'])),
  may(room('root'), room([...below, 'feature', 'processor', 'cli', 'root'])),
  may(room('embedded'), room([...below, 'embedded'])),
  may(room('demo'), room(['config', 'embedded', 'demo'])),
  may(room('bench'), room(['config', 'engine', 'embedded', 'bench']), feature('routing')),
  may(room('test'), room([...below, 'engine', 'feature', 'processor', 'embedded', 'demo', 'test'])),
];

// Whose packages are whose.
const stores = ['node:fs', 'node:fs/*', 'node:child_process', 'pg', 'ioredis', '@prisma/*'];
const queue = ['bull', '@nestjs/bull'];
const without = (files, packages, message) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: packages, message }] }] },
});

export default defineConfig(
  { ignores: ['dist', 'coverage', 'src/platform/database/generated', '.data'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Nest reads classes, not what is in them.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'embedded/**/*.ts', 'demo/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts'],
    plugins: { boundaries },
    settings: { 'boundaries/elements': rooms, 'import/resolver': { typescript: { project: './tsconfig.json' } } },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies: arrows }] },
  },
  without(['src/**/*.ts'], queue, 'Only the processor knows Bull.'),
  { files: ['src/processor/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  without(['src/common/**/*.ts'], [...queue, ...stores], 'The common room does no input or output.'),
  without(
    ['src/engine/**/*.ts'],
    [...queue, ...stores, 'node:net', 'node:http', '@nestjs/*', 'rxjs'],
    'The engine is pure.',
  ),
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        describe: 'readonly',
        it: 'readonly',
        expect: 'readonly',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        WebAssembly: 'readonly',
      },
    },
  },
);
