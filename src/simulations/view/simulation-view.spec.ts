import { compareRuns, tradeOffsOf } from '../../engine/analyses.js';
import type { Attribute } from '../../engine/definition.js';
import { adjustDefinition, type Adjustments, attributeKeys, importPeople, simulate } from '../../engine/simulate.js';
import { inputOf, inputWith, workflows } from '../../../test/support/view-inputs.js';
import { simulationView } from './simulation-view.js';
import type { ViewInput } from './view-input.js';
import { viewSchema } from './view.schema.js';

const asked: NonNullable<ViewInput['routedVia']> = {
  workflow_id: 'swissmetro-mode-choice',
  workflow_name: 'Swissmetro mode choice',
  confidence: 0.934,
  question: 'Who takes the train at 40% lower fares in 2035?',
};

describe('views of simulations', () => {
  /** All texts of a section of the view, or an empty text without this section. */
  const wordsOf = (input: ViewInput, id: string) => {
    const section = simulationView(input).sections.find((one) => one.id === id);
    return section ? textsOf(section.blocks).join('\n') : '';
  };

  const groupIdOf = (attribute: Attribute) => ('categories' in attribute ? attribute.categories[0]!.id : 'group_1');

  it.each(workflows)(
    'The view of %s at %j has the documented form, and no text of a missing number',
    (slug, context) => {
      const view = simulationView(inputOf(slug, context));
      expect(viewSchema.parse(view)).toEqual(view);
      expect(textsOf(view).join('\n')).not.toMatch(/NaN|undefined|Infinity|\[object/);
    },
  );

  it('The view leads with the headline of its summary: an outcome, a group of outcomes or a measure', () => {
    for (const [id, label] of [
      ['car', 'Car'],
      ['rail', 'Train or Swissmetro'],
    ] as const) {
      const own = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
      const input = { ...own, summary: { ...own.summary, headline: { outcome: id, why: 'asked' as const } } };
      const { headline } = simulationView(input);
      expect(headline.text).toMatch(
        new RegExp(`^${label} [\\d.]+% → [\\d.]+%: [\\d.]+ points (more|fewer) \\(95% interval`),
      );
      expect(headline).toMatchObject({ figure: id, value: expect.stringMatching(/^[+−][\d.]+ points$/) as string });
      expect(headline.interval).toMatch(/^[+−][\d.]+ to [+−][\d.]+$/);
      expect(headline.chart).toMatchObject({ table: { rows: [{ header: label }, {}, {}, {}] } });
      expect(wordsOf(input, 'groups')).toContain(`${label}: difference from the baseline, by group`);
    }
    const ofMeasure = (json: string) => json.replace('"evidence":', '"headline_outcome": "visits", "evidence":');
    const measure = inputOf('health-insurance-visits', { plan: 'individual_deductible' }, ofMeasure);
    expect(simulationView(measure).headline.text).toMatch(/^Doctor visits /);
  });

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

  it('The headline begins with an assumed value, or states that no parameter expresses the change', () => {
    const headlineWith = (context: Record<string, number>, parts: Partial<typeof asked>) =>
      simulationView({ ...inputOf('swissmetro-mode-choice', context), routedVia: { ...asked, ...parts } }).headline
        .text;
    const assumed = { parameter: 'train_cost_factor', value: 0.6, words: 'cheaper fares', source: 'assumed' as const };
    expect(headlineWith({ train_cost_factor: 0.6 }, { interpreted: [assumed] })).toMatch(
      /^Assuming Train fare 40% lower \(outside the data\): Train [\d.]+% → [\d.]+%: [\d.]+ points more .* extrapolation/,
    );
    const unread = { words: 'better food', reason: 'no_parameter' as const, parameters: [], candidates: [] };
    expect(headlineWith({}, { not_read: [unread] })).toMatch(
      /^The workflow has no parameter for “better food”; this is the baseline: Swissmetro [\d.]+%/,
    );
  });

  it('The view of a question has the question, the words that set parameters, the words without effect, and other scenarios', () => {
    const words = 'today’s or 40% lower fares';
    const id = `sim_${'2'.repeat(32)}`;
    const routedVia: typeof asked = {
      ...asked,
      interpreted: [{ parameter: 'train_cost_factor', value: 0.6, words: 'lower fares', source: 'read' }],
      not_read: [{ words: 'in 2035', reason: 'forecast', parameters: [], candidates: [] }],
      also: [{ id, words, values: { train_cost_factor: 0.6 }, compare_url: null }],
    };
    const input = { ...inputOf('swissmetro-mode-choice', {}), routedVia };
    expect(simulationView(input).question).toBe(asked.question);
    for (const text of ['93.4%', 'lower fares', 'in 2035', 'a date in the future', id, 'Train fare: 40% lower', words])
      expect(wordsOf(input, 'question')).toContain(text);
    const plain = inputOf('swissmetro-mode-choice', {});
    expect([simulationView(plain).question, wordsOf(plain, 'question')]).toEqual([null, '']);
  });

  it('The view states in one sentence how large the held-out error is, and whether the direction of a change is clear', () => {
    const boxOf = (input: ViewInput) => simulationView(input).trust.join(' ');
    for (const [slug, context] of workflows)
      expect(boxOf(inputOf(slug, context))).toMatch(/observations that were not used for fitting, [^.]*\d/);
    const box = boxOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    expect(box).toContain(
      'the model predicted 13.7% for “Train”, and 12.6% were observed: an error of 1.1 percentage points.',
    );
    expect(box).toContain('The held-out data do not compare values of “Train fare”');
    expect(box).toContain('does not include the error of an extrapolation');
    expect(box).toContain('outside the calibrated range');
    const inside = boxOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.8 }));
    expect(inside).toContain('zero: within this model, the direction of the change is clear');
    const tested = boxOf(inputOf('gotv-social-pressure', { mailing: 'neighbors' }));
    expect(tested).toContain('zero: the direction of the change is clear');
    expect(tested).toMatch(/\d differences of “Voted” between held-out groups were predicted with a mean error of/);
    expect(boxOf(inputOf('swissmetro-mode-choice', {}))).not.toContain('zero');
  });

  it('The view shows the elasticities of the headline, and the groups that gain', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(wordsOf(input, 'elasticities')).toMatch(/Train fare[^]*elasticities|elasticities[^]*Train fare/);
    expect(wordsOf(input, 'welfare')).toMatch(/changes the consumer surplus of an agent by \+[\d.]+ CHF/);
    expect(wordsOf(input, 'welfare')).toContain('GA travelcard');
    const unchanged = inputOf('swissmetro-mode-choice', {});
    expect(wordsOf(unchanged, 'elasticities')).not.toBe('');
    expect(wordsOf(unchanged, 'welfare')).toBe('');
    // Interacting agents and options have neither.
    expect(wordsOf(inputOf('hybrid-corn-network', {}), 'elasticities')).toBe('');
    expect(wordsOf(inputOf('housing-satisfaction', {}), 'elasticities')).toBe('');
  });

  it('The view shows what agents would pay, with the values that the data do not reject, also if they are unbounded', () => {
    const words = wordsOf(inputOf('swissmetro-mode-choice', {}), 'trade-offs');
    expect(words).toMatch(/Travel time, to save one hour\n[\d.]+ CHF\/hour\n[\d.]+ to [\d.]+/);
    expect(words).toContain('(Who pays for the trip: Employer)');
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

  it('The view shows the groups that react the most, and the attributes that explain why effects differ', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const words = wordsOf(input, 'groups');
    const { figures, sources } = input.effects!;
    const { groups, variation } = figures[0]!;
    expect(words).toContain(`the 12 of ${groups.length} groups that react the most`);
    const percentagePoints = (value: number) => Math.abs(100 * value).toFixed(1);
    const [low, high] = groups[0]!.simultaneous_interval!;
    const [label] = Object.values(groups[0]!.group).map((group) => group.label);
    expect(words).toMatch(
      new RegExp(
        `${label}\n[^]*?${percentagePoints(groups[0]!.effect)}\n.?${percentagePoints(low)} to .?${percentagePoints(high)}`,
      ),
    );
    for (const { label: name, together } of variation!.attributes!.filter(({ together: own }) => own !== null))
      expect(words).toContain(
        `${name}\n${together!.share < 0 ? '−' : ''}${(100 * Math.abs(together!.share)).toFixed(1)}%\n`,
      );
    expect(words).toContain(`explain ${(100 * variation!.explained!.share).toFixed(1)}%`);
    expect(words).toContain(sources.text);
    expect(words).toContain('because they are unknown: model');
    // At the baseline, nothing reacts. Interacting agents have no individual effects.
    for (const other of [
      inputOf('swissmetro-mode-choice', {}),
      inputOf('technology-adoption-bass', { technology: 'internet' }),
    ])
      expect(wordsOf(other, 'groups')).not.toContain('react the most');
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

  it('The view shows the four parts of the error of the headline, names the missing parts, and names transport', () => {
    const words = wordsOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }), 'uncertainty');
    for (const part of ['Simulation', 'Estimation', 'Population', 'Model']) expect(words).toContain(`\n${part}\n`);
    expect(words).toMatch(/\nMissing:\n\S/);
    expect(words).toContain('Not in any interval:\ntransport');
    expect(words).not.toMatch(/sampling error/i);
  });

  it('The view shows the transcripts of the first agent whose outcome changes and the first whose outcome does not', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(input.agents.map(({ selection }) => selection)).toEqual(['changed', 'unchanged']);
    const words = wordsOf(input, 'agents');
    for (const { id, transcript } of input.agents)
      for (const text of [id, ...transcript]) expect(words).toContain(text);
    expect(wordsOf({ ...input, agents: null }, 'agents')).toContain('The results of single agents are not available');
    expect(wordsOf({ ...input, agents: undefined }, 'agents')).toBe('');
  });

  it('The view of a comparison names both simulations, their values in words, and the difference', () => {
    const [first, second] = [{ train_cost_factor: 0.6 }, { train_cost_factor: 1.25 }].map((context) =>
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
      'Simulation A: Train fare: 25% higher',
      expect.stringMatching(/^Simulation B: Train fare: 40% lower/),
    ]);
    expect(view.headline.text).toMatch(/^Train: [\d.]+% in simulation A, [\d.]+% in simulation B \(B minus A: \+/);
    expect(wordsOf(input, 'result')).toContain('its scenario was evaluated on the agents of simulation B');
    expect(JSON.stringify(view)).not.toMatch(/"label":"baseline"|NaN|undefined/);
  });
});

/** The texts of blocks, without the data of charts. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (['type', 'chart'].includes(name) ? [] : textsOf(part)));
}
