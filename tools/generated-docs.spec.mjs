import { modelErrorPrior } from '../model/analyses.js';
import { read, readJson } from './docs-sections.mjs';
import { table, withSection } from './generated-docs.mjs';

describe('documentation with numbers of the code', () => {
  it('Figures in sentences and in other tables of the guide are those of the code and of the catalog', () => {
    const held = (slug) => readJson(`catalog/${slug}.json`).evidence;
    const repeated = held('catsup-repeat-purchases').hold_out;
    const { vuong } = held('swissmetro-value-of-time').comparison;
    const prior = `${100 * modelErrorPrior.changes}%`;
    const figures = [
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
