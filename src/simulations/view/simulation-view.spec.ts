import { inputOf as inputWithAgents, workflows } from '../../../test/support/view-inputs.js';
import { notReadReasons, type NotReadReason } from '../../../questions/reading.js';
import { reasonTexts } from '../result-words.js';
import { askedWhere, figuresOfGroup, groupLabels } from './asked-groups.js';
import { simulationView } from './simulation-view.js';
import { textsOf, trustTextOf, wordsOf } from './testing/view-texts.js';
import type { ViewInput } from './view-input.js';
import { viewSchema } from './view.schema.js';
import { compareRuns } from '../../../model/analyses.js';
import { simulate } from '../../../model/simulate.js';
import { itInFullLevel, sampleSize } from '../../../test/support/full-level.js';

const inputOf = (...[slug, context, change]: Parameters<typeof inputWithAgents>) =>
  inputWithAgents(slug, context, change, sampleSize(60, 200));

const asked: NonNullable<ViewInput['routedVia']> = {
  workflow_id: 'swissmetro-mode-choice',
  workflow_name: 'Swissmetro mode choice',
  confidence: 0.934,
  question: 'Who takes the train at 40% lower fares in 2035?',
};

describe('views of simulations', () => {
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
        new RegExp(
          `^Train fare 40% lower \\(outside the data\\): ${label} [\\d.]+% → [\\d.]+%: [\\d.]+ points (more|fewer) \\(95% interval`,
        ),
      );
      expect(headline).toMatchObject({ figure: id, value: expect.stringMatching(/^[+−][\d.]+ points$/) as string });
      expect(headline.interval).toMatch(/^[+−][\d.]+ to [+−][\d.]+$/);
      expect(headline.chart).toMatchObject({ table: { rows: [{ header: label }, {}, {}, {}] } });
      expect(wordsOf(input, 'groups')).toContain(`${label}: difference from the baseline, by group`);
    }
    const ofMeasure = (json: string) => json.replace('"evidence":', '"headline_outcome": "visits", "evidence":');
    const measure = inputOf('health-insurance-visits', { plan: 'individual_deductible' }, ofMeasure);
    expect(simulationView(measure).headline.text).toMatch(
      /^Deductible for each person instead of Free care: Doctor visits /,
    );
  });

  it('The headline of a temporary change is about its first and last period, then about the last one', () => {
    const context = { hunts32_price: 2.4, first_changed: 2, last_changed: 3 };
    const input = inputOf('catsup-repeat-purchases', context);
    const { headline } = simulationView(input);
    const effect = String.raw`[\d.]+% → [\d.]+%: [\d.]+ points fewer \(95% interval −[\d.]+ to −[\d.]+\)`;
    expect(headline.text).toMatch(
      new RegExp(
        `, in purchases 2 to 3: All Heinz in purchase 2: ${effect}; in purchase 3: ${effect}; in purchase 8: [\\d.]+% → `,
      ),
    );
    expect(headline).toMatchObject({ figure: 'heinz', value: expect.stringMatching(/^−1\d\.\d points$/) as string });
    expect(JSON.stringify(headline.chart)).toContain(
      'Difference from the baseline in purchase 2, in percentage points',
    );
    const trust = trustTextOf(input);
    expect(trust).toContain('The 95% interval of the difference of “All Heinz in purchase 2”');
    expect(trust).not.toMatch(/purchase with the change|no change/);
    const compared = {
      ...input,
      id: `sim_${'3'.repeat(32)}`,
      scenario: inputOf('catsup-repeat-purchases', {}).scenario,
    };
    expect(simulationView({ ...input, compared: { ...compared, isEvaluated: false } }).headline.text).toMatch(
      /^All Heinz in purchase 2: simulation B [\d.]+ points fewer than simulation A \([\d.]+% and [\d.]+%.*; in purchase 3: .*; in purchase 8: /,
    );
  });

  it('The headline and the title always have the premise, with every reason why words of the question were not used', () => {
    const viewWith = (context: Record<string, number>, reasons: readonly NotReadReason[]) => {
      const not_read = reasons.map((reason) => ({ words: reason, reason, parameters: [], candidates: [] }));
      return simulationView({ ...inputOf('swissmetro-mode-choice', context), routedVia: { ...asked, not_read } });
    };
    const { title, headline } = viewWith({ train_cost_factor: 0.6 }, []);
    expect(headline.text).toMatch(/^Train fare 40% lower \(outside the data\): Train /);
    expect(title).toBe('Swissmetro mode choice: Train fare 40% lower (outside the data)');
    expect(viewWith({}, []).headline.text).toMatch(/^Baseline: Swissmetro /);
    for (const reason of notReadReasons) {
      const text =
        reason === 'no_parameter'
          ? 'the workflow has no parameter for “no_parameter”'
          : reasonTexts[reason].toLowerCase();
      expect(viewWith({ train_cost_factor: 0.6 }, [reason]).headline.text.toLowerCase()).toContain(text);
      const baseline = viewWith({}, [reason]);
      expect(baseline.headline.text.toLowerCase()).toContain(text);
      expect(baseline.headline.text).toContain('; this is the baseline: ');
      expect(baseline.title.toLowerCase()).toContain(text);
    }
  });

  it('The headline is about the groups that the question names, and the results of all agents follow', () => {
    const own = inputOf('gotv-social-pressure', { mailing: 'neighbors' });
    const segment = own.summary.segments.find(({ attribute }) => attribute === 'age')!;
    const [group] = segment.groups;
    const where = askedWhere([{ attribute: 'age', values: [group!.id], words: 'young' }]);
    const labels = groupLabels(own.summary.segments, where);
    const figures = figuresOfGroup(own.summary.segments, where)!;
    const { headline, title } = simulationView({ ...own, askedGroups: { labels, figures } });
    const share = `${(100 * group!.outcomes.find(({ id }) => id === 'voting')!.share).toFixed(1)}%`;
    expect(headline.text).toMatch(
      new RegExp(`^Neighbors' record instead of No mailing, Age: ${group!.label}: Voted .* → ${share}`),
    );
    expect(title).toContain(labels[0]);
    const all = `${(100 * own.summary.outcomes.find(({ id }) => id === 'voting')!.share).toFixed(1)}%`;
    expect(headline.others[0]).toMatch(new RegExp(`^All agents: Voted .* → ${all}`));
    const expired = simulationView({ ...own, askedGroups: { labels, figures: null } });
    expect(expired.headline.text).toContain('These are all agents: the results of the groups are not available.');
  });

  it('The headline of a question for an amount of money is the amount with its interval, not a share', () => {
    const own = inputOf('intercity-mode-choice', {});
    const input = { ...own, routedVia: { ...asked, trade_off: 'time' } };
    const { headline } = simulationView(input);
    expect(headline.text).toBe(
      'Time in the vehicle, to save one hour: 15.8 CAD/hour (95% interval 12.0 to 21.4). The amount does not depend on the scenario.',
    );
    expect(headline).toMatchObject({ value: '15.8 CAD/hour', interval: '12.0 to 21.4', chart: { type: 'figure' } });
    // A result that the user selects replaces it.
    const selected = { ...input, summary: { ...own.summary, headline: { outcome: 'car', why: 'asked' as const } } };
    expect(simulationView(selected).headline.text).toMatch(/^Baseline: Car /);
  });

  it('The headline of a comparison names both scenarios and which of them has more', () => {
    const own = inputOf('gotv-social-pressure', { mailing: 'neighbors' });
    const { scenario } = inputOf('gotv-social-pressure', { mailing: 'civic_duty' });
    const compared = { ...own, id: `sim_${'3'.repeat(32)}`, scenario, isEvaluated: false };
    expect(simulationView({ ...own, compared }).headline.text).toMatch(
      /^Voted: “Neighbors' record” [\d.]+ points more than “Civic duty” \([\d.]+% and [\d.]+%; 95% interval of the difference \+/,
    );
  });

  itInFullLevel('The view of a comparison names both simulations, their values in words, and the difference', () => {
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
    const box = trustTextOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.8 }));
    expect(box).toContain(
      'the model predicted 13.59% for “Train”, and 12.64% were observed: an error of 0.95 percentage points.',
    );
    expect(box).toContain('One difference of “Train” between held-out groups was predicted with an error of 0.9');
    const untested = trustTextOf(inputOf('swissmetro-mode-choice', { train_headway_factor: 0.5 }));
    expect(untested).toContain('The effect of “Time between trains” is not tested on held-out people.');
    expect(untested).toContain('The interval contains what the model may omit: interactions');
    const older = inputOf('swissmetro-value-of-time', { train_headway_factor: 0.5 });
    expect(trustTextOf(older)).toContain('about 30% of an effect');
    expect(box).toContain('does not include the error of an extrapolation');
    expect(box).toContain('outside the calibrated range');
    const tested = trustTextOf(inputOf('gotv-social-pressure', { mailing: 'neighbors' }));
    expect(tested).toContain('zero: the direction of the change is clear');
    expect(tested).toMatch(/\d differences of “Voted” between held-out groups were predicted with a mean error of/);
  });

  itInFullLevel(
    'The trust part states why the baseline has another level than the data, with both observed values',
    () => {
      const baselineText = (slug: string) =>
        simulationView(inputOf(slug, {})).trust.find((text) => text.startsWith('The baseline is '));
      expect(baselineText('hiv-test-incentive')).toMatch(
        /^The baseline is the control group .* Observed for “[^”]+”: 34\.0% among respondents in the baseline scenario, 69\.1% among all respondents\.$/,
      );
      expect(baselineText('swissmetro-mode-choice')).toBeUndefined();
    },
  );

  itInFullLevel(
    'Without random assignment, the headline and the trust part state once that the difference is an association',
    () => {
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
    },
  );

  itInFullLevel('The view of each workflow states in one sentence how large the held-out error is', () => {
    for (const [slug, context] of workflows)
      expect(trustTextOf(inputOf(slug, context))).toMatch(/observations that were not used for fitting, [^.]*\d/);
  });

  itInFullLevel(
    'The view states whether the direction of a change inside the calibrated range is clear, and no direction at the baseline',
    () => {
      const inside = trustTextOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.9 }));
      expect(inside).toContain('zero: the direction of the change is clear');
      expect(trustTextOf(inputOf('swissmetro-mode-choice', {}))).not.toContain('zero');
    },
  );

  it('A change is “consistent with no change” only if the held-out contrast of the same values, figure and agents does not exclude zero', () => {
    const own = inputOf('conservation-wtp', { impact: 'major' });
    const pays = own.summary.outcomes.find(({ id }) => id === 'pays')!;
    const withContrast = (contrast: object): ViewInput => {
      const input = structuredClone(own);
      const effect = { label: 'Impact', parameter: 'impact', option: 'major', against: 'minor', observations: 548 };
      const point = { curve: 'demand', step: 50, observed: 0.101, observed_standard_error: 0.025, predicted: 0.112 };
      input.definition.evidence.hold_out.effects = [{ ...effect, ...point, ...contrast }];
      const difference = { difference: 0.033, difference_interval: [-0.004, 0.07] as [number, number] };
      input.summary.outcomes = own.summary.outcomes.map((one) => (one === pays ? { ...one, ...difference } : one));
      return { ...input, summary: { ...input.summary, headline: { outcome: 'pays', why: 'asked' } } };
    };
    const both = /contains zero, but the held-out [a-z ]+ \+10\.1 ± 4\.9 points; the model \+3\.3 points\./;
    expect(trustTextOf(withContrast({}))).toMatch(both);
    expect(trustTextOf(withContrast({ option: 'minor', against: 'major', observed: -0.101 }))).toMatch(both);
    const others = [
      { observed_standard_error: 0.06 },
      { observed_standard_error: undefined },
      { step: 20 },
      { option: 'none' },
      { among: { attribute: 'sex', in: ['male'] } },
    ];
    for (const contrast of others)
      expect(trustTextOf(withContrast(contrast))).toContain('contains zero: the result is consistent with no change.');
  });

  it('A view of a group and a simulation of it quote the held-out error of the group, not of all respondents', () => {
    const all = inputOf('../model/testing/linear-mode-choice', { train_cost_factor: 0.6 });
    const groups = { ga_travelcard: ['yes'] };
    const selected = { ...all, selection: { groups, labels: ['GA travelcard: yes'] } };
    const conditions = [{ attribute: 'ga_travelcard', groups: groups.ga_travelcard }];
    const population = { ...all.definition.population, restriction: { conditions, share: 0.1 } };
    const simulated = { ...all, definition: { ...all.definition, population } };
    for (const input of [selected, simulated]) {
      const { trust } = simulationView(input);
      expect(trust[0]).toMatch(/^The model does not fit this group well\. In 243 observations of “GA travelcard[^”]*”/);
      expect(wordsOf(input, 'evidence')).toMatch(/Held-out respondents of “GA travelcard[^”]*”: observed, predicted/);
    }
    expect(simulationView(all).trust[0]).toMatch(/^In 2,034 observations/);
    expect(simulationView(selected).trust[0]).toBe(simulationView(simulated).trust[0]);
  });

  it('The view shows the elasticities of the headline, and the groups that gain', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(wordsOf(input, 'elasticities')).toMatch(/Train fare[^]*elasticities|elasticities[^]*Train fare/);
    expect(wordsOf(input, 'welfare')).toMatch(/changes the consumer surplus of an agent by \+[\d.]+ utility/);
    const inFrancs = inputWithAgents('../model/testing/linear-mode-choice', { train_cost_factor: 0.6 });
    expect(wordsOf(inFrancs, 'welfare')).toMatch(/changes the consumer surplus of an agent by \+[\d.]+ CHF/);
    expect(wordsOf(inFrancs, 'welfare')).toContain('GA travelcard');
    const unchanged = inputOf('swissmetro-mode-choice', {});
    expect(wordsOf(unchanged, 'elasticities')).not.toBe('');
    expect(wordsOf(unchanged, 'welfare')).toBe('');
    // Interacting agents and options have neither.
    expect(wordsOf(inputOf('hybrid-corn-network', {}), 'elasticities')).toBe('');
    expect(wordsOf(inputOf('housing-satisfaction', {}), 'elasticities')).toBe('');
  });

  it('The view shows the groups that react the most, and whether the data estimated their differences', () => {
    const input = inputWithAgents('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const words = wordsOf(input, 'groups');
    const { figures, sources } = input.effects!;
    const { groups } = figures[0]!;
    expect(words).toContain(`the 12 of ${groups.length} groups that react the most`);
    const percentagePoints = (value: number) => Math.abs(100 * value).toFixed(1);
    const [low, high] = groups[0]!.simultaneous_interval!;
    const [label] = Object.values(groups[0]!.group).map((group) => group.label);
    expect(words).toMatch(
      new RegExp(
        `${label}\n[^]*?${percentagePoints(groups[0]!.effect)}\n.?${percentagePoints(low)} to .?${percentagePoints(high)}`,
      ),
    );
    expect(words).toContain(sources.text);
    // At the baseline, nothing reacts.
    for (const other of [
      inputOf('swissmetro-mode-choice', {}),
      inputOf('technology-adoption-bass', { technology: 'internet' }),
    ])
      expect(wordsOf(other, 'groups')).not.toContain('react the most');
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
});
