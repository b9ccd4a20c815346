// The suites of the full level. They have the `*.full.spec.*` files, and the files of the fast level that have more tests, larger samples or
// new random cases in the full level. Each file belongs to the suite with the longest matching path. test/full-runs.json records for each suite
// the content for which it last passed. A suite is stale if its tests, what they import, or what else it depends on changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contents, filesIn, projectFolder } from './content.mjs';

const recordFile = join(projectFolder, 'test/full-runs.json');
const testFolders = [
  ...['bench', 'catalog', 'clients', 'dashboard/src', 'demo', 'docs', 'embedded', 'model', 'questions', 'src', 'test'],
  ...['tools', 'view'],
];

/** The built service, which tests start as a process. */
const service = [
  ...['src', 'model', 'questions', 'catalog', 'view', 'embedded', 'prisma', 'package-lock.json'],
  ...['tools/compile.mjs', 'tools/bundle.mjs', 'tools/write-openapi-documents.mjs'],
];
const catalog = ['catalog'];

/**
 * `tests` has the first parts of paths. `dependsOn` has folders and files, and `except` folders in them that no test of the suite uses.
 * Imports of tests need no entry.
 */
export const suites = [
  {
    name: 'engine',
    proves: 'Decision families, analyses and adjustments at full size',
    tests: ['model'],
    dependsOn: catalog,
  },
  {
    name: 'estimators',
    proves: 'Estimates and errors of published fits, R and known coefficients',
    tests: ['model/fitting'],
  },
  {
    name: 'calibrations',
    proves: 'Estimators on whole data sets, and intervals that contain the truth as often as they state',
    tests: [
      'test/integration/calibration-',
      'test/integration/class-membership',
      'test/integration/coverage-as-observed',
      'test/integration/population-',
      'test/integration/short-specs',
    ],
    dependsOn: catalog,
  },
  {
    name: 'catalog-fits',
    proves: 'Fits of all workflows reproduce the catalog',
    tests: ['test/integration/catalog-calibration'],
    dependsOn: catalog,
  },
  {
    name: 'catalog',
    proves: 'Definitions, transcripts and digests of all workflows',
    tests: ['catalog'],
    dependsOn: catalog,
  },
  {
    name: 'features',
    proves: 'Views, claims and commands of all workflows, and random cases of the other code',
    tests: ['src', 'questions', 'bench', 'dashboard', 'tools', 'view', 'test/project'],
    dependsOn: catalog,
  },
  {
    name: 'docs',
    proves: 'Snippets of the documentation print what the pages show',
    tests: ['test/e2e/docs-snippets', 'test/e2e/api-examples'],
    dependsOn: [...service, 'docs', 'clients'],
  },
  {
    name: 'clients',
    proves: 'The clients for TypeScript, Python and MCP, and those of generators',
    tests: [
      ...['clients', 'test/e2e/typescript-client', 'test/e2e/python-client', 'test/e2e/mcp', 'test/fault/client-'],
      'test/integration/generated-clients',
    ],
    dependsOn: [...service, 'clients', 'tools/generators'],
  },
  { name: 'api', proves: 'Endpoints under load, failure and concurrency', tests: ['test/e2e'], dependsOn: service },
  {
    name: 'hostile-input',
    proves: 'Hostile files, bodies and clients',
    tests: ['test/security', 'test/fuzz'],
    dependsOn: service,
  },
  {
    name: 'account-pages',
    proves: 'Pages for keys, webhooks, members and sign-in',
    tests: ['test/browser/manage', 'test/browser/members', 'test/browser/sign-in'],
    dependsOn: [...service, 'dashboard'],
  },
  {
    name: 'firefox',
    proves: 'Digests in Firefox, which is not a package: docs/developer/contributing.md',
    tests: ['test/browser/firefox'],
    dependsOn: [...service, 'dashboard'],
    except: ['src/webhooks', 'src/cli', 'src/mcp'],
  },
  {
    name: 'pages',
    proves: 'Every other page of the dashboard and every report, in both themes',
    tests: ['test/browser'],
    dependsOn: [...service, 'dashboard'],
    except: ['src/webhooks', 'src/cli', 'src/mcp'],
  },
  { name: 'faults', proves: 'Killed processes and unavailable stores', tests: ['test/fault'], dependsOn: service },
  {
    name: 'stores',
    proves: 'Postgres, Redis, object storage and webhooks',
    tests: ['test/integration'],
    dependsOn: service,
  },
  {
    name: 'launcher',
    proves: 'npm start, its private servers, the release archive, the demo, and the commands of Nest and Prisma',
    tests: ['embedded', 'demo', 'test/integration/development-commands', 'tools/pack'],
    dependsOn: [
      ...[...service, 'tools/pack.mjs', 'tools/run-built.mjs', 'tools/start.js', 'tools/prisma-schema-engine.mjs'],
      ...['nest-cli.json', 'tsconfig.build.json', 'prisma.config.ts'],
    ],
    except: ['src/webhooks', 'src/mcp'],
  },
];

/** Whether the full level runs a test file: a file of its own, or one of both levels. */
export const isFullTest = (path) => isSpec(path) && (/\.full\.spec\./.test(path) || hasFullLevel(path));
const isSpec = (path) => /\.spec\.(ts|tsx|mjs)$/.test(path);

/** The suites with their test files and their content. */
export function currentSuites(contents = new Contents()) {
  const inFullLevel = testFolders.flatMap(filesIn).filter(isFullTest);
  const current = suites.map((suite) => {
    const files = inFullLevel.filter((path) => suiteOf(path) === suite);
    const isExcepted = (path) => (suite.except ?? []).some((folder) => path.startsWith(`${folder}/`));
    const other = (suite.dependsOn ?? []).flatMap(filesIn).filter((path) => !isSpec(path) && !isExcepted(path));
    return { ...suite, files, content: contents.hashOf([...contents.withImports(files), ...other]) };
  });
  contents.save();
  return current;
}

/** The suite of a test file. */
export function suiteOf(path) {
  const matching = suites.flatMap((suite) =>
    suite.tests.filter((prefix) => path.startsWith(prefix)).map((prefix) => ({ suite, prefix })),
  );
  return matching.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.suite;
}

const hasFullLevel = (path) =>
  /support\/full-level\.js|from 'fast-check'/.test(readFileSync(join(projectFolder, path), 'utf8'));

export const readRecords = () => (existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {});

export function recordRun(name, record) {
  const records = { ...readRecords(), [name]: record };
  const ordered = suites.filter((suite) => records[suite.name]).map((suite) => [suite.name, records[suite.name]]);
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
}

/** The suites whose content differs from the one for which they last passed. */
export function staleSuites(current = currentSuites(), records = readRecords()) {
  return current.filter(({ name, content }) => records[name]?.content !== content);
}
