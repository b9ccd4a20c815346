import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingList } from '../src/config/setting-list.js';
import { defaultPlanLimits } from '../src/config/plans.js';
import { capabilities, endings } from '../src/auth/capabilities/capabilities.js';
import { securityEvents } from '../src/platform/logging/security-events.js';
import { modelErrorPrior, tradeOffsOf } from '../model/analyses.js';
import {
  capabilityTables,
  envExample,
  planTable,
  securityEventTables,
  table,
  tastesTable,
  timeOf,
  withSection,
  workflowTable,
} from './generated-docs.mjs';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** If one of these tests fails, run: npm run docs:generate */
describe('generated documentation', () => {
  it('.env.example lists every setting with its meaning and its default', () => {
    const text = read('.env.example');
    expect(envExample(settingList, text)).toBe(text);
  });

  it('docs/user/limits.md lists the current limits of every plan', () => {
    const text = read('docs/user/limits.md');
    expect(withSection(text, 'plans', planTable(defaultPlanLimits))).toBe(text);
  });

  it('docs/operator/ended-access.md lists what ends with a user, as the code does', () => {
    const text = read('docs/operator/ended-access.md');
    expect(withSection(text, 'capabilities', capabilityTables(capabilities, endings))).toBe(text);
  });

  it('docs/operator/logging.md lists every security event with its current fields', () => {
    const text = read('docs/operator/logging.md');
    expect(withSection(text, 'security events', securityEventTables(securityEvents))).toBe(text);
  });

  it('docs/user/workflows.md lists the current definition of every workflow in the catalog', () => {
    const names = readdirSync(join(root, 'catalog')).filter((name) => name.endsWith('.json'));
    const definitions = names.map((name) => JSON.parse(read(`catalog/${name}`)));
    const text = read('docs/user/workflows.md');
    expect(withSection(text, 'workflows', workflowTable(definitions))).toBe(text);
  });

  it('docs/analyst/choice-models.md has the current numbers of the models with and without own tastes', () => {
    const text = read('docs/analyst/choice-models.md');
    const [plain, tastes] = ['mode-choice', 'value-of-time'].map((name) =>
      JSON.parse(read(`catalog/swissmetro-${name}.json`)),
    );
    const times = [plain, tastes].map((own) => timeOf(tradeOffsOf(own)));
    expect(withSection(text, 'tastes', tastesTable(tastes, times))).toBe(text);
  });

  it('Figures in sentences and in other tables of the guide are those of the code and of the catalog', () => {
    const held = (slug) => JSON.parse(read(`catalog/${slug}.json`)).evidence;
    const repeated = held('catsup-repeat-purchases').hold_out;
    const { vuong } = held('swissmetro-value-of-time').comparison;
    const prior = `${100 * modelErrorPrior.changes}%`;
    const fare = held('swissmetro-mode-choice').errors.model.changes.swissmetro_cost_factor.shares;
    const figures = [
      ['docs/user/intervals.md', `that of the model: ${(100 * fare).toFixed(0)}% of the effect`],
      ['docs/images/interval-parts.svg', `the model error is ${(100 * fare).toFixed(0)}% of the effect`],
      ['docs/user/intervals.md', `off by about ${prior} `],
      ['docs/user/intervals.md', `The scale of the prior, ${prior} of an effect`],
      ['docs/analyst/choice-models.md', `Vuong's test: z = −${vuong.z.toFixed(2)}.`],
      ['docs/analyst/choice-models.md', ` ${repeated.scores[0].value.toFixed(3)} |`],
      ['docs/analyst/choice-models.md', `All purchases of each of ${repeated.respondents} households`],
    ];
    const missing = figures.filter(([page, text]) => !read(page).replaceAll(/\s+/g, ' ').includes(text));
    expect(missing).toEqual([]);
  });

  it('The generator rejects a document without the markers of a section', () => {
    expect(() => withSection('# Title\n', 'errors', '')).toThrow('the markers of the section "errors" are missing');
  });

  it('A table escapes pipes in its cells and pads its columns', () => {
    expect(table(['A', 'Long'], [['a|b', 1]])).toBe('| A    | Long |\n| ---- | ---- |\n| a\\|b | 1    |');
  });
});
