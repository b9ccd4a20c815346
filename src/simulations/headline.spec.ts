import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, type Scenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { chooseHeadline, headlineFlows, headlineOf, sharesByInterest } from './headline.js';
import { readSummary, type StoredSummary } from './stored-summary.js';

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/engine-1-summaries.json'), 'utf8')) as Record<
  string,
  { summary: StoredSummary['summary'] }
>;
const choice = readSummary({ summary: stored['independent']!.summary, summaryDetails: null });
const counts = readSummary({ summary: stored['without_draws']!.summary, summaryDetails: null });
const rail = { ...choice.outcomes[0]!, id: 'rail', label: 'All trains' };
const grouped = { ...choice, outcome_groups: [rail] };
const ids = (shares: readonly { id: string }[]) => shares.map(({ id }) => id);

describe('headlineOf', () => {
  it('The headline is the outcome, the outcome group or the measure that the definition names', () => {
    expect(headlineOf({ headline_outcome: 'car' }, choice)).toEqual({ kind: 'share', figure: choice.outcomes[2] });
    expect(headlineOf({ headline_outcome: 'rail' }, grouped)).toEqual({ kind: 'share', figure: rail });
    expect(headlineOf({ headline_outcome: 'visits' }, counts)).toEqual({ kind: 'mean', figure: counts.measures[0] });
  });

  it('Without a headline in the definition or in an old summary, the headline is the first outcome', () => {
    expect(headlineOf({}, choice).figure.id).toBe('train');
    expect(headlineOf({ headline_outcome: 'rail' }, choice).figure.id).toBe('train');
  });
});

describe('chooseHeadline', () => {
  const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
  const definition = parseDefinition(JSON.parse(json));
  const reference = baselineScenario(definition);
  const cheaper = { ...reference, train_cost_factor: 0.75 };
  const chosen = (asked: string | null, scenario: Scenario = cheaper) =>
    chooseHeadline(definition, { scenario, reference, asked }, grouped);

  it('The headline is the figure that the question names', () => {
    expect(chosen('car')).toEqual({ outcome: 'car', why: 'asked' });
  });

  it('Without a named figure, the headline is the share of the changed parameters', () => {
    expect(chosen(null)).toEqual({ outcome: 'train', why: 'parameter' });
    expect(chosen('plane')).toEqual({ outcome: 'train', why: 'parameter' });
  });

  it('Otherwise the headline is the main outcome of the workflow', () => {
    expect(chosen(null, reference)).toEqual({ outcome: 'swissmetro', why: 'workflow' });
    expect(chosen(null, { ...cheaper, car_cost_factor: 2 })).toEqual({ outcome: 'swissmetro', why: 'workflow' });
  });

  it('A second parameter that hardly moves does not change the subject of the headline', () => {
    expect(chosen(null, { ...cheaper, car_cost_factor: 1.0001 })).toEqual({ outcome: 'train', why: 'parameter' });
  });

  it('If the scenario offers products in place of the main outcome, the headline is the first product', () => {
    const replaced = structuredClone(definition);
    const { decision } = replaced;
    if (decision.family !== 'conditional_logit') throw new Error('the workflow is a choice');
    const [train, main] = ['train', 'swissmetro'].map((id) => decision.alternatives.find((one) => one.id === id)!) as [
      object,
      object,
    ];
    Object.assign(main, { offered_in: 'baseline' });
    const chosenOf = () => chooseHeadline(replaced, { scenario: reference, reference, asked: null }, grouped);
    expect(chosenOf()).toEqual({ outcome: 'swissmetro', why: 'workflow' });
    Object.assign(train, { offered_in: 'scenario' });
    expect(chosenOf()).toEqual({ outcome: 'train', why: 'adjustment' });
  });

  it('The stored headline of a summary comes before the headline of the workflow', () => {
    const summary = { ...grouped, headline: { outcome: 'train', why: 'parameter' as const } };
    expect(headlineOf(definition, summary).figure.id).toBe('train');
    expect(headlineOf(definition, { ...grouped, headline: null }).figure.id).toBe('swissmetro');
  });
});

describe('headlineFlows', () => {
  const flow = (from: string, to: string, count: number) => ({ from, to, count, share: count / 50 });
  const moved = {
    ...grouped,
    flows: [
      flow('train', 'swissmetro', 7),
      flow('car', 'swissmetro', 3),
      flow('car', 'train', 2),
      flow('train', 'car', 1),
    ],
  };
  const groups = [{ id: 'rail', label: 'All trains', outcomes: ['train', 'swissmetro'] }];

  it('Agents that change between two outcomes of the headline group are neither gained nor lost', () => {
    const definition = { headline_outcome: 'rail', outcome_groups: groups };
    expect(headlineFlows(definition, moved)).toEqual({ label: 'All trains', gained: 5, lost: 1, within: 7 });
    expect(headlineFlows({ headline_outcome: 'car' }, moved)).toEqual({ label: 'Car', gained: 1, lost: 5, within: 0 });
  });

  it('A measure has no flows', () => {
    expect(headlineFlows({ headline_outcome: 'visits' }, counts)).toBeNull();
  });
});

describe('sharesByInterest', () => {
  it('The headline comes first, then the outcome groups, then the other outcomes', () => {
    expect(ids(sharesByInterest({ headline_outcome: 'car' }, grouped))).toEqual(['car', 'rail', 'train', 'swissmetro']);
    expect(ids(sharesByInterest({ headline_outcome: 'rail' }, grouped))).toEqual([
      'rail',
      'train',
      'swissmetro',
      'car',
    ]);
  });

  it('Shares keep their order if the headline is a measure', () => {
    expect(ids(sharesByInterest({ headline_outcome: 'visits' }, counts))).toEqual(ids(counts.outcomes));
  });
});

describe('the headline of a choice with periods', () => {
  const json = readFileSync(join(import.meta.dirname, '../../catalog/catsup-repeat-purchases.json'), 'utf8');
  const definition = parseDefinition(JSON.parse(json));
  const reference = baselineScenario(definition);
  const headlineIn = (changes: Partial<Scenario>, asked: string | null = null) => {
    const scenario = { ...reference, ...changes } as Scenario;
    const { summary } = simulate({ definition, scenario, seed: 3, agentCount: 100 });
    const headline = chooseHeadline(definition, { scenario, reference, asked }, summary);
    return { headline, summary, points: headline.periods?.points ?? [] };
  };
  const periodsIn = (changes: Partial<Scenario>) => headlineIn(changes).points.map(({ period }) => period);

  it('It is about the first and the last period with the change, then about the last period', () => {
    expect(periodsIn({ hunts32_price: 2.4, first_changed: 2, last_changed: 4 })).toEqual([2, 4, 8]);
    expect(periodsIn({ hunts32_price: 2.4, last_changed: 1 })).toEqual([1, 8]);
    expect(periodsIn({ hunts32_price: 2.4 })).toEqual([1, 8]);
    expect(periodsIn({ hunts32_price: 2.4, first_changed: 8 })).toEqual([8]);
    expect(periodsIn({ first_changed: 2 })).toEqual([]);
  });

  it('A change in the first purchases only has an effect in the headline, with the interval of its purchase', () => {
    const { points, summary } = headlineIn({ hunts32_price: 2.4, last_changed: 2 }, 'hunts32');
    const { step, errors, difference_errors, ...first } = summary.curves[0]!.points[0]!;
    expect(points[0]).toEqual({ period: step, ...first });
    expect([errors, difference_errors].every(({ model }) => model! > 0)).toBe(true);
    expect(points.map(({ difference }) => difference > 0.1)).toEqual([true, true, false]);
  });

  it('A group of all outcomes but one has the opposite effect of that one', () => {
    const changes = { hunts32_price: 2.4, last_changed: 2 };
    const [one] = headlineIn(changes, 'hunts32').points;
    const [others] = headlineIn(changes, 'heinz').points;
    expect(others!.difference).toBeCloseTo(-one!.difference, 12);
    const [low, high] = one!.difference_interval!;
    expect(others!.difference_interval).toEqual([-high, -low]);
    expect(others!.share).toBeCloseTo(1 - one!.share, 12);
  });
});
