import {
  binaryMetrics,
  choiceMetrics,
  constantsOnly,
  repeatShares,
  sharesOf,
} from '../../../test/support/calibration/metrics.js';

describe('Binary metrics', () => {
  const probabilities = Float64Array.of(0.9, 0.6, 0.6, 0.2, 0.4);
  const successes = Float64Array.of(1, 1, 0, 0, 1);
  const metrics = binaryMetrics(probabilities, successes, 0.5);

  it('Binary metrics equal their definitions', () => {
    const logs = [0.9, 0.6, 0.4, 0.8, 0.4].map((probability) => -Math.log(probability));
    expect(metrics.logLoss).toBeCloseTo(logs.reduce((a, b) => a + b) / 5, 12);
    expect(metrics.logLossNull).toBeCloseTo(Math.log(2), 12);
    expect(metrics.brier).toBeCloseTo((0.01 + 0.16 + 0.36 + 0.04 + 0.36) / 5, 12);
    expect(metrics.accuracy).toBeCloseTo(0.6, 12);
    expect(metrics.meanPredicted).toBeCloseTo(0.54, 12);
    // Of six pairs of a success and a failure, four are concordant and one is tied.
    expect(metrics.areaUnderCurve).toBeCloseTo(4.5 / 6, 12);
  });

  it('Cells of a count table have the same metrics as their single responses', () => {
    const cells = binaryMetrics(
      Float64Array.of(0.9, 0.6, 0.2, 0.4),
      Float64Array.of(1, 1, 0, 1),
      0.5,
      Float64Array.of(1, 2, 1, 1),
    );
    expect(cells.n).toBe(5);
    for (const [name, value] of Object.entries(metrics)) {
      if (typeof value === 'number') expect(cells[name as 'logLoss']).toBeCloseTo(value, 12);
    }
  });
});

describe('Choice metrics', () => {
  const probabilities = Float64Array.of(0.5, 0.3, 0.2, 0.1, 0.2, 0.7);
  const metrics = choiceMetrics(probabilities, Int32Array.of(0, 1), repeatShares(Float64Array.of(0.4, 0.4, 0.2), 2), 3);

  it('Choice metrics equal their definitions', () => {
    expect(metrics.logLoss).toBeCloseTo(-(Math.log(0.5) + Math.log(0.2)) / 2, 12);
    expect(metrics.brier).toBeCloseTo((0.25 + 0.09 + 0.04 + 0.01 + 0.64 + 0.49) / 2, 12);
    expect(metrics.accuracy).toBe(0.5);
    expect(metrics.shares[1]).toMatchObject({ observed: 0.5, predicted: 0.25 });
    expect(metrics.totalVariation).toBeCloseTo((0.2 + 0.25 + 0.45) / 2, 12);
    expect(metrics.rankedProbabilityScore).toBeCloseTo((0.25 + 0.04 + 0.01 + 0.49) / 4, 12);
  });
});

describe('Choice baselines', () => {
  const chosen = Int32Array.of(0, 0, 1, 2, 0, 1);

  it('If all alternatives are available, the constants-only model predicts the shares', () => {
    const known = constantsOnly(3, chosen);
    expect(known.logLikelihood).toBeCloseTo(3 * Math.log(1 / 2) + 2 * Math.log(1 / 3) + Math.log(1 / 6), 9);
    Array.from(sharesOf(chosen, 3)).forEach((share, k) => expect(known.probabilities(1)[k]).toBeCloseTo(share, 10));
  });

  it('Baselines give unavailable alternatives probability 0', () => {
    const available = Uint8Array.of(1, 1, 0, 1, 1, 1);
    expect(constantsOnly(3, chosen).probabilities(2, available)[2]).toBe(0);
  });
});
