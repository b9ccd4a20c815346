import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headlineOf, sharesByInterest } from './headline.js';
import { readSummary } from './read-summary.js';

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/engine-1-summaries.json'), 'utf8')) as Record<
  string,
  { summary: unknown }
>;
const choice = readSummary(stored['independent']!.summary);
const counts = readSummary(stored['without_draws']!.summary);
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
