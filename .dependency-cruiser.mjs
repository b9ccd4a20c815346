// Which folder may import which: every import that is not listed here is an error.

/** The folders of the engine are layers: each may import the folders before it in the list. */
const engineFolders = [
  ...['math', 'kernel', 'columns', 'random', 'definition', 'population', 'equations', 'transcript', 'families'],
  ...['validation', 'summary', 'simulation', 'adjustments', 'analyses'],
];
const layers = ['config', 'common', 'platform', 'processor', 'cli'];

const src = (...names) => `^src/(${names.join('|')})/`;
const model = (...names) => `^model/(${names.join('|')})/`;
/** Every other module imports these only. */
const engineEntries = '^model/(definition|simulate|analyses|transcript)\\.ts$';
/** Files directly in `model` that its folders import, and the definitions of its tests. */
const basics = '^model/((engine-error|memoize)\\.ts$|testing/)';
const wholeModel = '^model/';
const fitting = model('fitting', 'authoring');
/** The fit of a decision family is in the folder of the family. */
const familyFits = '^model/families/.*([.]fit|/fit-tastes|/transformed-parts|/testing/random-tastes)[.]ts$';
const anyFeature = `^src/(?!(${layers.join('|')})/)[^/]+/`;
const root = '^src/[^/]+$';
const folder = (name) => `^${name}/`;
const below = src('config', 'common', 'platform');
const allow = (from, ...to) => ({ from: { path: from }, to: { path: to } });

const allowed = [
  { from: {}, to: { pathNot: '^(src|model|questions|catalog|view|embedded|demo|bench|test|dashboard|clients)/' } },
  allow(src('config'), src('config')),
  allow(src('common'), src('config', 'common')),
  allow(src('platform'), below),
  allow(`(${engineEntries})|(${basics})`, wholeModel),
  // Only the schemas of the families, which together form the schema of a definition.
  allow(model('definition'), '^model/families/.*schema\\.ts$'),
  ...engineFolders.map((name, position) => allow(model(name), basics, model(...engineFolders.slice(0, position + 1)))),
  allow('^(model|catalog)/.*\\.spec\\.ts$|^catalog/testing/', wholeModel, folder('catalog')),
  allow(
    '^(src|model|questions|catalog|embedded|demo)/.*\\.spec\\.ts$',
    '^test/support/',
    '^bench/(questions/|router/fit-)',
  ),
  // A fit computes with the parts of the engine and depends on nothing else: other changes need no new fit.
  allow(
    `${fitting}|${familyFits}`,
    ...['^model/definition\\.ts$', model('math', 'columns', 'random', 'population', 'equations', 'families')],
    ...[model('validation', 'summary', 'simulation'), fitting],
  ),
  // Tests, and benchmarks that measure the parts of the engine.
  allow('^src/cli/.*\\.spec\\.ts$|^test/', wholeModel),
  allow('^bench/(engine|estimation|interval-coverage|figures)[./]', wholeModel),
  // The CLI and the benchmarks find the data of a variant in the same folder.
  allow('^bench/calibration-data\\.ts$', '^src/cli/workflow/read-spec\\.ts$'),
  allow(anyFeature, below, engineEntries),
  { from: { path: '^src/([^/]+)/' }, to: { path: '^src/$1/', pathNot: src(...layers) } },
  allow(folder('questions'), engineEntries, folder('questions')),
  allow(src('api-keys'), src('organizations')),
  allow(src('webhooks'), src('organizations')),
  // The events and audit actions of runs follow from their kinds.
  allow(src('webhooks', 'audit-log'), '^src/simulations/kinds/index\\.ts$'),
  allow(src('auth'), src('api-keys', 'organizations', 'webhooks')),
  allow(src('personal-data'), src('auth', 'organizations', 'datasets')),
  allow(src('saved'), src('workflows')),
  // Fits read the table that the profile describes.
  allow(
    src('datasets'),
    '^model/(authoring/(variables/profile|draft/(column-roles|draft-spec)|spec-error)|fitting/rows/table)\\.ts$',
  ),
  // The rows of a dataset that agents are.
  allow('^src/datasets/store/delete-datasets\\.ts$', '^src/workflows/respondent-samples\\.ts$'),
  allow(src('members'), src('auth')),
  allow(src('simulations'), src('saved', 'workflows', 'usage', 'datasets'), folder('questions')),
  // Prompts and answers of surveys. The worker sends the requests.
  allow(src('simulations'), '^src/language-model/(tasks/survey|language-model-error)\\.ts$'),
  allow('^src/simulations/kinds/fit/', fitting),
  allow(src('readings'), src('simulations', 'saved', 'workflows')),
  allow(src('share-links'), src('simulations', 'readings')),
  // The notebook and the MCP server have one escape.
  allow('^src/readings/exports/', '^clients/typescript/src/mcp/markdown\\.ts$'),
  // The view of a simulation shows its readings.
  allow('^src/simulations/view/', '^src/readings/.*record\\.ts$'),
  // The components show data that they do not compute.
  allow(folder('view'), '^src/simulations/view/(view\\.schema|format-numbers)\\.ts$', folder('view')),
  allow('^src/(simulations/report|share-links)/', folder('view')),
  // The MCP server is a client of the API, which this process also serves.
  allow(src('mcp'), '^clients/typescript/src/(client|mcp/server)\\.ts$'),
  allow(src('workflows'), folder('questions')),
  allow(src('language-model'), src('workflows'), folder('questions')),
  allow(src('routing'), src('workflows', 'simulations', 'language-model'), folder('questions')),
  allow(src('processor'), below, engineEntries, anyFeature, src('processor')),
  allow(src('cli'), below, engineEntries, fitting, src('cli'), anyFeature),
  allow(root, below, anyFeature, src('processor', 'cli'), root),
  allow(folder('embedded'), below, folder('embedded')),
  allow(folder('demo'), src('config'), ...['embedded', 'demo', 'clients'].map(folder)),
  // Clients use the public API only.
  allow(folder('clients'), folder('clients')),
  allow(
    folder('bench'),
    ...[engineEntries, src('config', 'common', 'routing', 'workflows', 'saved'), fitting],
    ...['questions', 'embedded', 'bench'].map(folder),
  ),
  allow(
    folder('test'),
    ...[below, anyFeature, src('cli', 'processor')],
    ...['catalog', 'questions', 'embedded', 'demo', 'bench', 'test', 'clients'].map(folder),
    '^dashboard/src/pages/landing/example\\.ts$',
  ),
  // The dashboard is a client of the public API: it shares words and components, so that reports and pages have the same, and no other code
  // of the service except where the header of an uploaded table is.
  allow(
    folder('dashboard'),
    ...[folder('dashboard'), folder('view'), folder('clients'), '^src/simulations/(setting|result)-words\\.ts$'],
    '^src/simulations/view/(view\\.schema|blocks|format-numbers)\\.ts$',
    '^src/common/table-files/csv-header\\.ts$',
  ),
  // The words replace the messages of all codes.
  allow('^dashboard/src/components/error-words\\.spec\\.ts$', '^src/common/errors/error-codes\\.ts$'),
  // The engine in the browser.
  allow('^dashboard/src/what-if/', '^model/(definition|simulate)\\.ts$'),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'model-in-browsers',
      comment: 'The model runs in browsers.',
      severity: 'error',
      from: { path: '^model/', pathNot: '[.]spec[.]ts$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'simulation-without-fits',
      comment: 'A simulation loads no code that fits models.',
      severity: 'error',
      from: { path: model(...engineFolders), pathNot: `${familyFits}|[.]spec[.]ts$` },
      to: { path: `${fitting}|${familyFits}` },
    },
    {
      name: 'no-import-cycle',
      comment: 'A cycle, even of types, makes files that cannot be understood or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'client-in-browsers',
      comment: 'The client runs in browsers. Only its commands need Node.',
      severity: 'error',
      from: { path: '^clients/typescript/src/', pathNot: '/(cli|mcp)/|\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-unknown-import',
      comment: 'Rules do not apply to an import of a file that is not found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
  ],
  allowed,
  allowedSeverity: 'error',
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'generated|node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
