import { exampleOutcomes, exampleRequest } from '../../dashboard/src/pages/landing/example.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

interface Outcome {
  id: string;
  share: number;
  baseline_share: number;
  difference: number;
  difference_interval: [number, number];
}

interface Finished {
  summary: { outcomes: Outcome[] };
}

/** The landing page shows three digits after the decimal point. */
const round = (value: number) => Math.round(value * 1000) / 1000;

describe('the example on the landing page', () => {
  it('A run through the service has the numbers that the landing page shows', async () => {
    const { summary } = (await simulate(await newCaller(), exampleRequest)) as unknown as Finished;
    const byId = new Map(summary.outcomes.map((outcome) => [outcome.id, outcome]));
    expect([...byId.keys()].sort()).toEqual(exampleOutcomes.map(({ id }) => id).sort());
    for (const { id, share, baseline, difference, interval } of exampleOutcomes) {
      const outcome = byId.get(id);
      expect(outcome).toBeDefined();
      if (!outcome) continue;
      const actual = [outcome.share, outcome.baseline_share, outcome.difference, ...outcome.difference_interval];
      expect(actual.map(round)).toEqual([share, baseline, difference, ...interval]);
    }
  });
});
