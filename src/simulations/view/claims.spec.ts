import { adjustDefinition } from '../../../model/simulate.js';
import { referenceOf } from './scenario-changes.js';
import { trustTexts } from './simulation-view.js';
import { agentCount, definitionOf, excessiveClaims, excessiveClaimsOf, inputOf } from './testing/claims.js';
import type { ViewInput } from './view-input.js';

/** Workflows whose cases take little time. `claims.full.spec.ts` has all workflows. */
const quickSlugs = [
  'charity-match-mailing',
  'gotv-social-pressure',
  'health-insurance-visits',
  'hiv-test-incentive',
  'housing-satisfaction',
  'technology-adoption-bass',
  'welfare-wording-experiment',
];

describe('Claims of views', () => {
  it.each(quickSlugs)(
    'No sentence claims more than the interval, the tested parameters and the range allow: %s',
    (slug) => {
      expect(excessiveClaimsOf(slug, 4)).toEqual([]);
    },
  );

  describe('of a segment of stated choices', () => {
    let input: ViewInput;

    beforeAll(() => {
      const where = { ga_travelcard: ['yes'] };
      const { definition } = adjustDefinition(
        definitionOf('../model/testing/linear-mode-choice'),
        { where },
        { seed: 1, agentCount },
      );
      input = inputOf(definition, { swissmetro_cost_factor: 0.9 });
    });

    it('No sentence claims more than the interval, the tested parameters and the range allow', () => {
      expect(excessiveClaims(input)).toEqual([]);
    });

    it('A segment is described by its own held-out error', () => {
      const box = trustTexts(input, referenceOf(input)).join(' ');
      expect(box).toContain('The model does not fit this group well.');
      expect(box).toMatch(
        /predicted 73\.3% for “Swissmetro”, and 49\.8% were observed: an error of 23\.5 percentage points/,
      );
      const { share, interval } = input.summary.outcomes.find(({ id }) => id === 'swissmetro')!;
      // The share of all respondents with a travelcard, in the training and the held-out data.
      expect(interval![0]).toBeLessThan(0.493);
      expect(share).toBeGreaterThan(0.7);
    });
  });
});
