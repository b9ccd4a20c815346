import { fittedRows, surveyOf } from './testing/survey.js';

describe('agents that are the rows of large data', () => {
  it('At most 20,000 rows are stored, with the observed share', () => {
    const { population, evidence } = fittedRows(surveyOf(24_000));
    expect(population.people!.count).toBe(20_000);
    for (const { observed, simulated } of evidence.baseline!.figures)
      expect(Math.abs(observed - simulated)).toBeLessThan(0.002);
  });
});
