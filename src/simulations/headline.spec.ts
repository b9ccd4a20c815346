import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, type Scenario } from '../engine/definition.js';
import { parseDefinition } from '../engine/simulate.js';
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
  const json = readFileSync(join(import.meta.dirname, '../catalog/swissmetro-mode-choice.json'), 'utf8');
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
