import eslint from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Which folder may import which: every import that is not listed here is an error.
const engineFolders = [
  ...['math', 'kernel', 'columns', 'random', 'definition', 'population', 'model', 'transcript', 'families'],
  ...['validation', 'summary', 'simulation', 'adjustments', 'analyses'],
];
const elements = [
  ...engineFolders.map((name) => ({ type: `engine-${name}`, pattern: `src/engine/${name}` })),
  ...['config', 'common', 'platform', 'engine', 'calibration', 'processor', 'cli'].map((type) => ({
    type,
    pattern: `src/${type}`,
  })),
  { type: 'feature', pattern: 'src/*', capture: ['name'] },
  ...['embedded', 'demo', 'bench', 'test'].map((type) => ({ type, pattern: type })),
  { type: 'root', pattern: 'src' },
];
const below = ['config', 'common', 'platform'];
const element = (type) => ({ element: { type } });
const feature = (name) => ({ element: { type: 'feature', captured: { name } } });
const allow = (from, ...to) => ({ from, allow: to.map((target) => ({ to: target })) });

// The engine's folders are layers: each may import the folders before it in the list. Files directly in `engine` are its index and errors.
const wholeEngine = ['engine', ...engineFolders.map((name) => `engine-${name}`)];
const engineImports = [
  allow(element('engine'), element(wholeEngine)),
  // Only the schemas of the families, which together form the schema of a definition; see the rule for src/engine/definition.
  allow(element('engine-definition'), element('engine-families')),
  ...engineFolders.map((name, position) => {
    const earlier = engineFolders.slice(0, position + 1).map((other) => `engine-${other}`);
    return allow(element(`engine-${name}`), element(['engine', ...earlier]));
  }),
];
const imports = [
  allow(element('config'), element('config')),
  allow(element('common'), element(['config', 'common'])),
  allow(element('platform'), element(below)),
  ...engineImports,
  allow(element('calibration'), element([...wholeEngine, 'calibration'])),
  allow(element('feature'), element([...below, ...wholeEngine]), feature('{{ from.element.captured.name }}')),
  allow(feature('catalog'), element('calibration')),
  allow(feature('api-keys'), feature('organizations')),
  allow(feature('webhooks'), feature('organizations')),
  allow(feature('auth'), feature(['api-keys', 'organizations', 'webhooks'])),
  allow(feature('personal-data'), feature(['auth', 'organizations'])),
  allow(feature('populations'), feature('workflows')),
  allow(feature('simulations'), feature(['populations', 'workflows', 'interpretation', 'usage'])),
  allow(feature('interpretation'), feature('workflows')),
  allow(feature('language-model'), feature(['workflows', 'interpretation'])),
  allow(feature('routing'), feature(['workflows', 'interpretation', 'simulations', 'language-model'])),
  allow(element('processor'), element([...below, ...wholeEngine, 'feature', 'processor'])),
  allow(element('cli'), element([...below, ...wholeEngine, 'calibration', 'feature', 'cli'])),
  allow(element('root'), element([...below, 'feature', 'processor', 'cli', 'root'])),
  allow(element('embedded'), element([...below, 'embedded'])),
  allow(element('demo'), element(['config', 'embedded', 'demo'])),
  allow(
    element('bench'),
    element(['config', ...wholeEngine, 'calibration', 'embedded', 'bench']),
    feature(['routing', 'interpretation', 'workflows', 'populations']),
  ),
  allow(
    element('test'),
    element([...below, ...wholeEngine, 'calibration', 'feature', 'processor', 'embedded', 'demo', 'bench', 'test']),
  ),
];
const specImports = allow(element(wholeEngine), element([...wholeEngine, 'calibration']));

// Packages that only some folders may import.
const stores = ['node:fs', 'node:fs/*', 'node:child_process', 'pg', 'ioredis', '@prisma/*'];
const queue = ['bull', '@nestjs/bull'];
const without = (files, packages, message) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: packages, message }] }] },
});

// Functions of `Math` that IEEE 754 does not define bit by bit.
const inexactFunctions = [
  ...['exp', 'expm1', 'log', 'log10', 'log1p', 'log2', 'pow', 'cbrt'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
];

export default defineConfig(
  {
    ignores: [
      'dist',
      'tools/engine-kernel/kernel.ts',
      'coverage',
      'src/platform/database/generated',
      'dashboard/src/api/generated',
      '.data',
    ],
  },
  // They import generated code, which exists only during `generated-clients.spec.ts`.
  { ignores: ['test/support/generated-clients/*.ts'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    ignores: ['dashboard/**'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Nest reads classes, not what is in them.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['dashboard/**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './dashboard/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // The dashboard is a client of the public API: it shares no code with the service.
      'no-restricted-imports': ['error', { patterns: [{ regex: '^(\\.\\./)+(src|embedded|demo|bench|test)/' }] }],
    },
  },
  {
    files: ['src/**/*.ts', 'embedded/**/*.ts', 'demo/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'import/resolver': { typescript: { project: './tsconfig.json' } },
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'disallow', policies: imports }],
    },
  },
  {
    // `summary` computes figures that are not part of the digest.
    files: ['src/engine/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/engine/{summary,testing}/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...inexactFunctions.map((property) => ({
          object: 'Math',
          property,
          message: 'Its last digit depends on the JavaScript engine: use src/engine/math/elementary.ts.',
        })),
      ],
    },
  },
  {
    files: ['src/engine/**/*.spec.ts'],
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies: [...imports, specImports] }] },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // Code that is built at run time could contain input, and == converts types.
    rules: { eqeqeq: 'error', 'no-eval': 'error', 'no-implied-eval': 'error', 'no-new-func': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    // This file starts the service's own code in processes with limits.
    ignores: ['**/*.spec.ts', 'src/platform/process/limited-process.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[source.value=/^(node:)?(child_process|vm)$/]',
          message: 'The service runs no commands and no code that is built at run time.',
        },
      ],
    },
  },
  without(['src/**/*.ts'], queue, 'Only src/processor uses Bull.'),
  { files: ['src/processor/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  without(['src/common/**/*.ts'], [...queue, ...stores], 'src/common does no input or output.'),
  without(
    ['src/{engine,calibration}/**/*.ts'],
    [...queue, ...stores, 'node:net', 'node:http', '@nestjs/*', 'rxjs'],
    'The engine and the calibration are pure.',
  ),
  {
    files: ['src/engine/definition/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...queue, ...stores, 'node:net', 'node:http', '@nestjs/*', 'rxjs'],
              message: 'The engine is pure.',
            },
            {
              regex: '/families/(?!.*/schema\\.js$)',
              message: 'The definition imports only the schemas of the families.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        describe: 'readonly',
        beforeEach: 'readonly',
        afterEach: 'readonly',
        it: 'readonly',
        expect: 'readonly',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        WebAssembly: 'readonly',
      },
    },
  },
);
