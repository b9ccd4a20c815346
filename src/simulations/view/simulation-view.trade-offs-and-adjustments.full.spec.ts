import { tradeOffsOf } from '../../../model/analyses.js';
import type { Attribute } from '../../../model/definition.js';
import { adjustDefinition, type Adjustments, attributeKeys, importPeople } from '../../../model/simulate.js';
import { inputOf, inputWith } from '../../../test/support/view-inputs.js';
import { wordsOf } from './testing/view-texts.js';

describe('views of trade-offs and adjustments', () => {
  const groupIdOf = (attribute: Attribute) => ('categories' in attribute ? attribute.categories[0]!.id : 'group_1');

  it('The view shows what agents would pay, with the values that the data do not reject, also if they are unbounded', () => {
    const words = wordsOf(inputOf('../model/testing/linear-mode-choice', {}), 'trade-offs');
    expect(words).toMatch(/Travel time, to save one hour \(except [^)]*\)\n[\d.]+ CHF\/hour\n[\d.]+ to [\d.]+/);
    expect(words).toContain('(Who pays for the trip: Employer)');
    expect(words).toContain('(except “Who pays for the trip: Employer”)');
    const { trade_offs: ofCatsup } = tradeOffsOf(inputOf('catsup-brand-choice', {}).definition)!;
    const catsup = wordsOf(inputOf('catsup-brand-choice', {}), 'trade-offs');
    for (const { set } of ofCatsup.slice(0, 16))
      expect(catsup).toMatch(
        set?.shape === 'outside' ? /below .+ or above/ : set?.shape === 'everything' ? /no value is excluded/ : / to /,
      );
    // Without an amount of money, there are none.
    expect(wordsOf(inputOf('housing-satisfaction', {}), 'trade-offs')).toBe('');
  });

  it('The view shows the amounts of agents with random coefficients by percentile', () => {
    const words = wordsOf(inputOf('swissmetro-value-of-time', {}), 'trade-offs');
    for (const percentile of [10, 50, 90])
      expect(words).toMatch(
        new RegExp(`Travel time, to save one hour \\(above ${percentile}% of agents\\)\n[\\d.]+ CHF/hour`),
      );
    expect(words).toContain('the amounts of 10%, 50% and 90% of the agents');
  });

  it('The view shows each adjustment of the workflow in words, with the limits of the adjusted model', () => {
    const published = inputOf('intercity-mode-choice', {}).definition;
    const { attributes } = published.population;
    const urban = attributes.find(({ id }) => id === 'urban')!;
    const columns = attributes.map(({ id }) => Float64Array.from({ length: 50 }, () => (id === 'urban' ? 1 : NaN)));
    const { people } = importPeople(published.population, columns, undefined, 50, 'intercity-mode-choice');
    const alternatives = {
      remove: ['car'],
      add: [{ id: 'maglev', label: 'Maglev <fast>', like: 'train', attributes: { time: 20, cost: { times: 1.5 } } }],
    };
    const request: Adjustments = {
      people: { id: 'pop_1', date: '2026-11-22', people, attributes: attributeKeys(published.population) },
      alternatives,
    };
    const { definition, warnings } = adjustDefinition(published, request, { seed: 1, agentCount: 200 });
    const adjustments = {
      published_digest: '0'.repeat(64),
      population_id: 'pop_1',
      alternatives,
      warnings: [...warnings],
    };
    const section = wordsOf({ ...inputWith(definition, {}), adjustments }, 'adjustments');
    expect(section).toContain('an imported population with 50 rows, all with equal weights');
    expect(section).toContain('Their effective size is 50');
    expect(section).toMatch(new RegExp(`${urban.label}\ngiven\n.+ 100.0%\n`));
    expect(section).toMatch(/\ndrawn\nmedian [\d.,]+ .+; quartiles [\d.,]+ and [\d.,]+/);
    expect(section).toContain('The scenario does not offer: Car.');
    expect(section).toMatch(/\nMaglev <fast>\nTrain\n.+: 20 min; .+: 1.5 times\n/);
    expect(warnings.map(({ code }) => code)).toContain('population_differs');
    for (const { message } of warnings) expect(section).toContain(message);
    expect(section).not.toMatch(/NaN|undefined|\n(Segment|Calibration)/);

    const where = { urban: [groupIdOf(urban)] };
    const targets = [{ outcome: 'train', share: 0.2, standard_error: 0.02, where }];
    const segment = adjustDefinition(published, { where, targets }, { seed: 1, agentCount: 200 });
    const ofSegment = { published_digest: '0'.repeat(64), where, calibration_targets: targets, warnings: [] };
    const text = wordsOf({ ...inputWith(segment.definition, {}), adjustments: ofSegment }, 'adjustments');
    expect(text).toMatch(new RegExp(`which has [\\d.]+% of the population:\n${urban.label}: .+\n`));
    expect(text).toMatch(new RegExp(`Train \\(${urban.label}: .+\\)\n20.0%\n2.00 points\n`));
    expect(wordsOf(inputOf('intercity-mode-choice', {}), 'adjustments')).toBe('');
  });
});
