import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headlineFlows, headlineOf, sharesByInterest } from './headline.js';
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
