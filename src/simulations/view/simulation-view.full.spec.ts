import { compareRuns, tradeOffsOf } from '../../../model/analyses.js';
import type { Attribute } from '../../../model/definition.js';
import { adjustDefinition, type Adjustments, attributeKeys, importPeople, simulate } from '../../../model/simulate.js';
import { inputOf, inputWith, workflows } from '../../../test/support/view-inputs.js';
import { simulationView } from './simulation-view.js';
import { trustTextOf, wordsOf } from './testing/view-texts.js';
import type { ViewInput } from './view-input.js';

describe('views of simulations', () => {
  const groupIdOf = (attribute: Attribute) => ('categories' in attribute ? attribute.categories[0]!.id : 'group_1');

  it('The trust part states why the baseline has another level than the data, with both observed values', () => {
    const baselineText = (slug: string) =>
      simulationView(inputOf(slug, {})).trust.find((text) => text.startsWith('The baseline is '));
    expect(baselineText('hiv-test-incentive')).toMatch(
      /^The baseline is the control group .* Observed for “[^”]+”: 34\.0% among respondents in the baseline scenario, 69\.1% among all respondents\.$/,
    );
    expect(baselineText('swissmetro-mode-choice')).toBeUndefined();
  });

  it('Without random assignment, the headline and the trust part state once that the difference is an association', () => {
    const textsOfTrust = (...args: Parameters<typeof inputOf>) => {
      const { headline, trust } = simulationView(inputOf(...args));
      return [headline.text, ...trust].filter((text) => text.includes('can have other causes'));
    };
    const observed = ['intercity-mode-choice', { train_cost_factor: 0.9, car_cost_factor: 1.1 }] as const;
    expect(textsOfTrust(...observed)).toEqual([
      expect.stringMatching(/ The difference is associated with the change and can have other causes\.$/) as string,
      'This is an association: in the data, the values of “Train: cost” and “Car: cost” were not assigned at random, so a change can have other causes.',
    ]);
    expect(textsOfTrust('intercity-mode-choice', {})).toEqual([]);
    expect(textsOfTrust('charity-match-mailing', { match: 'one_to_one' })).toEqual([]);
    const withRandomized = (randomized: boolean) => (json: string) =>
      json.replaceAll('"type": "number",', `"type": "number", "randomized": ${randomized},`);
    expect(textsOfTrust(...observed, withRandomized(true))).toEqual([]);
    expect(textsOfTrust('swissmetro-mode-choice', { train_cost_factor: 0.9 }, withRandomized(false))).toHaveLength(2);
  });

  it('The view of each workflow states in one sentence how large the held-out error is', () => {
    for (const [slug, context] of workflows)
      expect(trustTextOf(inputOf(slug, context))).toMatch(/observations that were not used for fitting, [^.]*\d/);
  });

  it('The view states whether the direction of a change inside the calibrated range is clear, and no direction at the baseline', () => {
    const inside = trustTextOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.9 }));
    expect(inside).toContain('zero: the direction of the change is clear');
    expect(trustTextOf(inputOf('swissmetro-mode-choice', {}))).not.toContain('zero');
  });

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

  it('The view of a comparison names both simulations, their values in words, and the difference', () => {
    const [first, second] = [{ train_cost_factor: 0.6 }, { train_cost_factor: 1.2 }].map((context) =>
      inputOf('swissmetro-mode-choice', context),
    );
    const { definition, seed, agentCount } = first!;
    const [own, other] = [first!, second!].map(({ scenario, summary }) => ({
      scenario,
      summary,
      output: simulate({ definition, scenario, seed, agentCount }),
    }));
    const comparison = compareRuns(definition, seed, own!, other!);
    if (!comparison.ok) throw new Error(comparison.reason);
    const compared = { ...second!, id: 'sim_2', comparedAgents: agentCount, isEvaluated: true };
    const input: ViewInput = {
      ...first!,
      summary: { ...comparison.summary, headline: { outcome: 'train', why: 'parameter' } },
      compared,
    };
    const view = simulationView(input);
    expect(view.scenario).toEqual([
      'Simulation A: Train fare: 20% higher',
      expect.stringMatching(/^Simulation B: Train fare: 40% lower/),
    ]);
    expect(view.headline.text).toMatch(
      /^Train: Train fare 40% lower [\d.]+ points more than Train fare 20% higher \([\d.]+% and [\d.]+%; 95%/,
    );
    expect(wordsOf(input, 'result')).toContain('its scenario was evaluated on the agents of simulation B');
    expect(JSON.stringify(view)).not.toMatch(/"label":"baseline"|NaN|undefined/);
  });
});
