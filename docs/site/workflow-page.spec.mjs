import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bibliography, workflowPage } from './workflow-page.mjs';

const root = join(import.meta.dirname, '../..');
const catalog = join(root, 'catalog');
const definitions = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(catalog, name), 'utf8')));

describe('the page of a workflow', () => {
  it.each(definitions.map((definition) => [definition.workflow_id, definition]))(
    '%s has a plot of held-out results, limits, a citation and a request for a parameter inside of its range',
    (id, definition) => {
      const page = workflowPage(definition);
      for (const heading of ['Run it', 'Parameters', 'Data', 'Predicted and observed', 'Limits', 'Cite'])
        expect(page).toContain(`\n## ${heading}\n`);
      const [, request] = / -d '(\{.*\})'/.exec(page);
      const [[parameterId, value]] = Object.entries(JSON.parse(request).scenario_context);
      const parameter = definition.scenario.parameters.find((one) => one.id === parameterId);
      expect(value).not.toBe(parameter.default);
      if (parameter.type === 'choice') expect(parameter.options.map((option) => option.id)).toContain(value);
      else expect([value >= parameter.minimum, value <= parameter.maximum]).toEqual([true, true]);
      const [, plot] = /\((\.\.\/images\/validation\/[^)]+\.svg)\)/.exec(page);
      expect(existsSync(join(root, 'docs/workflows', plot))).toBe(true);
      expect(page).toContain(`@misc{simulation-service-${id},`);
      expect(page).not.toMatch(/undefined|NaN|\[object/);
    },
  );

  it('A citation of two works gives one BibTeX entry for each, with its authors and year', () => {
    const [first, second] = bibliography({
      citation: 'Manning et al. (1987), American Economic Review 77; Dal Bó and Fréchette (2011), "Cooperation", AER.',
    });
    expect(first).toMatch(/^@misc\{manning1987,\n {2}author = \{Manning and others\},/);
    expect(second).toContain('author = {Dal Bó and Fréchette},\n  title = {Cooperation},\n  year = {2011}');
  });
});
