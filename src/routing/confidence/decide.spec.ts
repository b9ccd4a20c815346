import { decide } from './decide.js';

const route = (confidence: number, odds: number) => ({ confidence, odds });

describe('The decision about a question', () => {
  it.each([
    [
      'the best workflow is certain enough and the next one is far behind',
      [route(0.8, 1), route(0.1, 0.1)],
      'accept',
      1,
    ],
    ['a second workflow is plausible, and both are shown', [route(0.7, 1), route(0.2, 0.3)], 'accept', 2],
    ['two workflows are nearly equal, even above the floor', [route(0.7, 1), route(0.3, 0.5)], 'ask', 2],
    ['two workflows are plausible below the floor', [route(0.4, 1), route(0.2, 0.3), route(0.01, 0.01)], 'ask', 2],
    ['one workflow is plausible, but not certain enough', [route(0.5, 1), route(0.05, 0.1)], 'refuse', 1],
    [
      'no workflow is likely; those with a confidence near zero are left out',
      [route(0.1, 1), route(0.04, 0.4)],
      'refuse',
      1,
    ],
    ['the catalog is empty', [], 'refuse', 0],
  ] as const)('If %s, the decision follows', (_, ranked, decision, count) => {
    const decided = decide(ranked, 0.65);
    expect([decided.decision, decided.routes.length]).toEqual([decision, count]);
  });

  it('A floor of 0 accepts every question with a clearly best workflow', () => {
    expect(decide([route(0.1, 1), route(0.01, 0.1)], 0).decision).toBe('accept');
  });
});
