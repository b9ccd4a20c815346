// cspell:ignore extrasmall
import { availableParallelism } from 'node:os';

const components = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  },
];

// Tests and the services that they start are many short processes on few cores. With one background thread, a larger young generation and
// fewer compilations, V8 takes less processor time.
const preload = JSON.stringify(`${import.meta.dirname}/tools/tests/fewer-compilations.cjs`);
const flags = ['--max-semi-space-size=32', '--v8-pool-size=1', `--require ${preload}`];
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...flags].filter(Boolean).join(' ');

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/tools/tests/environment.mjs',
  testRunner: '<rootDir>/tools/tests/measured-runner.mjs',
  runtime: '<rootDir>/tools/tests/runtime.mjs',
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
    '^.+\\.tsx$': components,
  },
  transformIgnorePatterns: ['/node_modules/(?!eld/|@noble/)'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // This package exports ES modules only, which Jest does not find from CommonJS.
    '^eld/extrasmall$': '<rootDir>/node_modules/eld/src/entries/static.extrasmall.js',
    '^fast-check$': '<rootDir>/tools/tests/seeded-fast-check.mjs',
  },
};

const built = { ...shared, globalSetup: '<rootDir>/tools/tests/built-service.mjs' };

/** @type {import('jest').Config} */
const config = {
  // Fails a test that hangs. Long, so that a busy machine does not fail tests that are only slow.
  testTimeout: 400_000,
  testSequencer: '<rootDir>/tools/tests/slow-tests-first.mjs',
  reporters: ['default', '<rootDir>/tools/tests/budget-reporter.mjs'],
  // More workers than two cores: many tests wait for timeouts and other processes.
  maxWorkers: Math.max(3, availableParallelism()),
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{src,model,questions,catalog,view,tools,bench,clients,docs}/**/*.spec.{ts,mjs}',
        '<rootDir>/test/project/*.spec.{ts,mjs}',
        // Jest replaces `<rootDir>` only at the start of a pattern.
        '!**/tools/pack.spec.mjs',
        '!**/test/project/third-party.spec.mjs',
      ],
      globalSetup: '<rootDir>/tools/tests/generated-client.mjs',
    },
    {
      ...built,
      displayName: 'programs',
      testMatch: [
        '<rootDir>/{embedded,demo}/**/*.spec.ts',
        '<rootDir>/tools/pack.spec.mjs',
        '<rootDir>/test/project/third-party.spec.mjs',
      ],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,fuzz,security,browser}/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop-service.ts',
    },
    {
      ...shared,
      displayName: 'dashboard',
      runtime: undefined,
      testRunner: shared.testRunner,
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/dashboard/src/**/*.spec.{ts,tsx}'],
      transform: { '^.+\\.[cm]?[jt]sx?$': components },
      transformIgnorePatterns: ['/node_modules/(?!@noble/|csv-parse/dist/esm/)'],
      setupFiles: ['<rootDir>/dashboard/src/testing/setup.ts'],
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '\\.css$': '<rootDir>/dashboard/src/testing/no-style.ts',
      },
    },
    { ...built, displayName: 'integration', testMatch: ['<rootDir>/test/integration/*.spec.ts'] },
    { ...built, displayName: 'fault', testMatch: ['<rootDir>/test/fault/*.spec.ts'] },
  ],
};
export default config;
