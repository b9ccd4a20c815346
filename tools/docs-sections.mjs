// All generated parts of the repository: `npm run docs:generate` writes them, and `docs-sections.spec.mjs` checks that they are current.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsPages, countTable } from './asvs-docs.mjs';
import { goalTable, measuredText, ratioTable, scaleTable } from './benchmark-docs.mjs';
import {
  capabilityTables,
  envExample,
  planTable,
  securityEventTables,
  randomCoefficientsTable,
  timeOf,
  withSection,
  workflowTable,
} from './generated-docs.mjs';
import {
  contrastsTable,
  coverageTable,
  heldOutTable,
  plotsOf,
  subgroupsTable,
  testedEffectsTable,
  widthTables,
} from './validation-docs.mjs';

export const root = join(import.meta.dirname, '..');
export const read = (path) => readFileSync(join(root, path), 'utf8');
export const readJson = (path) => JSON.parse(read(path));

/** The definitions of the catalog, by slug. */
export const definitions = readdirSync(join(root, 'catalog'))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => readJson(`catalog/${name}`));

/** The generated sections of each page, from exports of the service: of its build, or of its sources in tests. */
function sectionsOf({ defaultPlanLimits, securityEvents, capabilities, endings, tradeOffsOf }) {
  const workflow = (id) => definitions.find((own) => own.workflow_id === id);
  const models = ['swissmetro-mode-choice', 'swissmetro-value-of-time'].map(workflow);
  const times = models.map((own) => timeOf(tradeOffsOf(own)));
  const measured = readJson('docs/benchmarks.json');
  const coverage = readJson('docs/validation/coverage.json');
  return {
    'docs/user/limits.md': { plans: planTable(defaultPlanLimits) },
    'docs/operator/logging.md': { 'security events': securityEventTables(securityEvents) },
    'docs/operator/ended-access.md': { capabilities: capabilityTables(capabilities, endings) },
    'docs/user/workflows.md': { workflows: workflowTable(definitions) },
    'docs/analyst/choice-models.md': { 'random coefficients': randomCoefficientsTable(models[1], times) },
    'docs/operator/asvs.md': { counts: countTable(asvsPages.map(read).join('\n'), readJson('tools/asvs-levels.json')) },
    'docs/operator/performance.md': {
      goals: goalTable(measured),
      machine: measuredText(measured),
      ratios: ratioTable(measured),
    },
    'docs/operator/scale.md': { scale: scaleTable(measured), machine: measuredText(measured) },
    'docs/analyst/validation.md': {
      coverage: coverageTable(coverage),
      'held-out': heldOutTable(readJson('docs/validation/held-out.json'), definitions),
      subgroups: subgroupsTable(readJson('docs/validation/subgroups.json'), definitions),
    },
    'docs/analyst/interval-widths.md': { widths: widthTables(coverage) },
    'docs/analyst/experiments.md': { contrasts: contrastsTable(definitions) },
    'docs/user/intervals.md': {
      'tested-effects': testedEffectsTable(readJson('docs/validation/tested-effects.json'), definitions),
    },
  };
}

/** The text of each file with generated parts, by its path. */
export function generatedFiles(service) {
  const pages = Object.entries(sectionsOf(service)).map(([path, sections]) => [
    path,
    Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), read(path)),
  ]);
  const plots = [...plotsOf(definitions)].map(([file, svg]) => [`docs/${file}`, svg]);
  return new Map([['.env.example', envExample(service.settingList, read('.env.example'))], ...pages, ...plots]);
}
