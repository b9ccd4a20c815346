import { readBuiltInWorkflows } from './built-in-workflows.js';
import { dataOriginOf, dataOrigins, slugsWithData } from './data-origin.js';

describe('the country and the years of the data', () => {
  const workflows = [...readBuiltInWorkflows().values()].map(({ definition }) => definition);

  it('Each built-in workflow has them, and no other', () => {
    expect(Object.keys(dataOrigins).sort()).toEqual(workflows.map(({ workflow_id }) => workflow_id).sort());
  });

  it.each(workflows.map((definition) => [definition.workflow_id, definition] as const))(
    'The definition of %s names the place and the years',
    (slug, { population, evidence: { data } }) => {
      const { country, place, years } = dataOrigins[slug]!;
      const { title, collected, citation, sample } = data;
      const texts = [title, collected, citation, sample, population.date, population.description].join('\n');
      const statesNoYear = !/\b(19|20)\d\d\b/.test(collected) || collected.startsWith('Published');
      expect(texts).toContain(String(years.from));
      expect(texts).toContain(String(years.to));
      if (years.basis === 'published') expect(statesNoYear).toBe(true);
      expect(place === null).toBe(country === null);
      if (place !== null) expect(texts).toContain(place);
    },
  );

  it('A workflow that is no part of the release has none, also with the slug of a built-in one', () => {
    expect(dataOriginOf('swissmetro-mode-choice', { builtIn: true })).toEqual({
      ...{ country: 'CH', years: { from: 1998, to: 1998, basis: 'collected' } },
    });
    expect(dataOriginOf('swissmetro-mode-choice', { builtIn: false })).toBeNull();
  });

  it('A country and a year select the workflows whose data end in that year or later', () => {
    expect(slugsWithData({})).toBeUndefined();
    expect(slugsWithData({ country: 'US', since: 2010 })).toEqual([
      ...['technology-adoption-bass', 'welfare-wording-experiment'],
    ]);
    expect(slugsWithData({ country: 'FR' })).toEqual([]);
  });
});
