import fc from 'fast-check';
import { stack } from './stacking.js';

/** Log-probabilities of observations, by model. */
const predictions = fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 60 })).chain(([models, rows]) =>
  fc.array(fc.array(fc.double({ min: -8, max: -0.01, noNaN: true }), { minLength: rows, maxLength: rows }), {
    minLength: models,
    maxLength: models,
  }),
);

describe('stacking of models', () => {
  it('The weights are shares, and the weighted models never have a higher loss than the best model', () => {
    fc.assert(
      fc.property(predictions, (logPredictions) => {
        const { weights, logLoss, isConverged } = stack(logPredictions);
        expect(isConverged).toBe(true);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        expect(logLoss.combined).toBeLessThanOrEqual(Math.min(...logLoss.models) + 1e-8);
      }),
      { numRuns: 60 },
    );
  });

  it('No other weights of two models have a lower loss', () => {
    const own = Array.from({ length: 200 }, (_, i) => Math.log(0.1 + 0.8 * ((i * 0.618) % 1)));
    const other = Array.from({ length: 200 }, (_, i) => Math.log(0.1 + 0.8 * ((i * 0.414) % 1)));
    const { logLoss } = stack([own, other]);
    for (let weight = 0; weight <= 1; weight += 0.01) {
      const loss = own.reduce(
        (sum, value, i) => sum - Math.log(weight * Math.exp(value) + (1 - weight) * Math.exp(other[i]!)),
        0,
      );
      expect(logLoss.combined).toBeLessThanOrEqual(loss / own.length + 1e-9);
    }
  });

  it('Observations that each model explains alone give each model its share of them', () => {
    // Model 1 predicts 30 of 100 observations with certainty, model 2 the other 70, and neither predicts the others at all.
    const first = Array.from({ length: 100 }, (_, i) => (i < 30 ? 0 : -700));
    const second = first.map((value) => (value === 0 ? -700 : 0));
    const { weights } = stack([first, second]);
    expect(weights[0]).toBeCloseTo(0.3, 8);
  });

  it.each([1e-1, 1e-3, 1e-6])(
    'Two models whose 50,000 predictions differ by about %d have converged weights after at most 60 passes',
    (width) => {
      const first = Array.from({ length: 50_000 }, (_, i) => Math.log(0.1 + 0.8 * ((i * 0.618) % 1)));
      const second = first.map((value, i) => Math.min(0, value + width * (((i * 0.414) % 1) - 0.5)));
      const { passes, isConverged, weights } = stack([first, second]);
      expect(isConverged).toBe(true);
      expect(passes).toBeLessThanOrEqual(60);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    },
  );

  it('Ten models with 5,000 predictions, two of them equal, have converged weights after at most 60 passes', () => {
    const models = Array.from({ length: 10 }, (_, k) =>
      Array.from({ length: 5_000 }, (_own, i) => Math.log(0.05 + 0.9 * ((i * (0.1234 + 0.0618 * Math.min(k, 8))) % 1))),
    );
    const { passes, isConverged } = stack(models);
    expect(isConverged).toBe(true);
    expect(passes).toBeLessThanOrEqual(60);
  });

  it('A model that is worse for every observation gets no weight', () => {
    const good = [-0.1, -0.5, -0.3, -0.9];
    const { weights, logLoss } = stack([good, good.map((value) => value - 1)]);
    expect(weights[0]).toBeGreaterThan(1 - 1e-6);
    expect(logLoss.combined).toBeCloseTo(0.45, 6);
  });
});
