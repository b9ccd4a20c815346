// Writes the generated parts of the documentation: npm run docs:generate
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asvsPages, countTable } from './asvs-docs.mjs';
import { goalTable, measuredText, ratioTable, scaleTable } from './benchmark-docs.mjs';
import {
  capabilityTables,
  envExample,
  planTable,
  securityEventTables,
  tastesTable,
  timeOf,
  withSection,
  workflowTable,
} from './generated-docs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { defaultPlanLimits } = await import('../dist/src/config/plans.js');
const { settingList } = await import('../dist/src/config/setting-list.js');
const { tradeOffsOf } = await import('../dist/model/analyses.js');
const { securityEvents } = await import('../dist/src/platform/logging/security-events.js');

const { capabilities, endings } = await import('../dist/src/auth/capabilities/capabilities.js');

const catalog = join(root, 'catalog');
const definitions = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(catalog, name), 'utf8')));

write('.env.example', (before) => envExample(settingList, before));
update('docs/user/limits.md', { plans: planTable(defaultPlanLimits) });
update('docs/operator/logging.md', { 'security events': securityEventTables(securityEvents) });
update('docs/operator/ended-access.md', { capabilities: capabilityTables(capabilities, endings) });
update('docs/user/workflows.md', { workflows: workflowTable(definitions) });
const workflow = (id) => definitions.find((own) => own.workflow_id === id);
const [plain, tastes] = [workflow('swissmetro-mode-choice'), workflow('swissmetro-value-of-time')];
update('docs/analyst/choice-models.md', {
  tastes: tastesTable(
    tastes,
    [plain, tastes].map((own) => timeOf(tradeOffsOf(own))),
  ),
});
const asvsLevels = JSON.parse(readFileSync(join(root, 'tools/asvs-levels.json'), 'utf8'));
const asvsText = asvsPages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
update('docs/operator/asvs.md', { counts: countTable(asvsText, asvsLevels) });
const measured = JSON.parse(readFileSync(join(root, 'docs/benchmarks.json'), 'utf8'));
update('docs/operator/performance.md', {
  goals: goalTable(measured),
  machine: measuredText(measured),
  ratios: ratioTable(measured),
});
update('docs/operator/scale.md', { scale: scaleTable(measured), machine: measuredText(measured) });

function update(name, sections) {
  write(name, (before) =>
    Object.entries(sections).reduce((text, [section, content]) => withSection(text, section, content), before),
  );
}

function write(name, change) {
  const path = join(root, name);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
  process.stdout.write(`${name}: ${after === before ? 'current' : 'updated'}\n`);
}
