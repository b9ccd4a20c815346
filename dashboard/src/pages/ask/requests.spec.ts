import { confidenceText, type Interpretation, pathOf } from './requests';

describe('the page of what a question created', () => {
  it('A comparison opens the comparison page, and a single simulation its own page', () => {
    const also: Interpretation['also'] = [
      { id: 'sim_2', words: '20%', values: { swissmetro_fare: 0.8 }, compare_url: null },
      { id: 'sim_3', words: '30%', values: { swissmetro_fare: 0.7 }, compare_url: null },
    ];
    expect(pathOf({ id: 'sim_1' }, { also })).toBe('/compare?ids=sim_1,sim_2,sim_3');
    expect(pathOf({ id: 'sim_1' }, { also: [] })).toBe('/simulations/sim_1');
  });
});

describe('the confidence in words', () => {
  it('The mark of a confident route is good only if the workflow can answer the whole question', () => {
    expect(confidenceText(0.99, 'full').kind).toBe('success');
    for (const coverage of ['partly', 'baseline_only'] as const)
      expect(confidenceText(0.99, coverage).kind).toBe('neutral');
  });
});
