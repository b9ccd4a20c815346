import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../src/common/errors/error-codes.js';
import { defaultPlanLimits } from '../src/config/plans.js';
import { securityEvents } from '../src/platform/logging/security-events.js';
// Adds the error codes of the kinds of runs.
import '../src/simulations/kinds/index.js';
import { errorTable, planTable, securityEventTables, table, withSection, workflowCatalog } from './generated-docs.mjs';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** If one of these tests fails, run: npm run docs:generate */
describe('generated documentation', () => {
  it('docs/api.md lists every error code with its current status', () => {
    const text = read('docs/api.md');
    expect(withSection(text, 'errors', errorTable(errorCodes()))).toBe(text);
  });

  it('docs/api.md lists the current limits of every plan', () => {
    const text = read('docs/api.md');
    expect(withSection(text, 'plans', planTable(defaultPlanLimits))).toBe(text);
  });

  it('docs/logging.md lists every security event with its current fields', () => {
    const text = read('docs/logging.md');
    expect(withSection(text, 'security events', securityEventTables(securityEvents))).toBe(text);
  });

  it('docs/workflows.md describes the current definition of every workflow in the catalog', () => {
    const names = readdirSync(join(root, 'src/catalog')).filter((name) => name.endsWith('.json'));
    const definitions = names.map((name) => JSON.parse(read(`src/catalog/${name}`)));
    const text = read('docs/workflows.md');
    expect(withSection(text, 'workflows', workflowCatalog(definitions))).toBe(text);
  });

  it('The generator rejects a document without the markers of a section', () => {
    expect(() => withSection('# Title\n', 'errors', '')).toThrow('the markers of the section "errors" are missing');
  });

  it('A table escapes pipes in its cells and pads its columns', () => {
    expect(table(['A', 'Long'], [['a|b', 1]])).toBe('| A    | Long |\n| ---- | ---- |\n| a\\|b | 1    |');
  });
});
