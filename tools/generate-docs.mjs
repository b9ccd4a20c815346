// Writes the generated parts of the documentation: npm run docs:generate
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTable } from './asvs-docs.mjs';
import { goalTable, measuredText, ratioTable } from './benchmark-docs.mjs';
import { errorTable, planTable, securityEventTables, withSection, workflowCatalog } from './generated-docs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { errorCodes } = await import('../dist/src/common/errors/error-codes.js');
// Adds the error codes of the kinds of runs.
await import('../dist/src/simulations/kinds/index.js');
const { defaultPlanLimits } = await import('../dist/src/config/plans.js');
const { securityEvents } = await import('../dist/src/platform/logging/security-events.js');

const catalog = join(root, 'src/catalog');
const definitions = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(catalog, name), 'utf8')));

update('docs/api.md', { errors: errorTable(errorCodes()), plans: planTable(defaultPlanLimits) });
update('docs/logging.md', { 'security events': securityEventTables(securityEvents) });
update('docs/workflows.md', { workflows: workflowCatalog(definitions) });
const asvsLevels = JSON.parse(readFileSync(join(root, 'tools/asvs-levels.json'), 'utf8'));
update('docs/asvs.md', { counts: countTable(readFileSync(join(root, 'docs/asvs.md'), 'utf8'), asvsLevels) });
const measured = JSON.parse(readFileSync(join(root, 'docs/benchmarks.json'), 'utf8'));
update('docs/performance.md', {
  goals: goalTable(measured),
  machine: measuredText(measured),
  ratios: ratioTable(measured),
});

function update(name, sections) {
  const path = join(root, name);
  const before = readFileSync(path, 'utf8');
  const after = Object.entries(sections).reduce(
    (text, [section, content]) => withSection(text, section, content),
    before,
  );
  if (after !== before) writeFileSync(path, after);
  process.stdout.write(`${name}: ${after === before ? 'current' : 'updated'}\n`);
}
