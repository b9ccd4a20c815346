import { combineModels } from './combine-models.js';

const errors = { simulation: 0.01, estimation: 0.02, population: 0, model: null } as never;
const figure = (weight: number, value: number, own: object = {}) => ({
  weight,
  value,
  errors: { ...(errors as object), ...own } as never,
});

describe('the combination of several models', () => {
  it('Equal models change neither the value nor the errors', () => {
    const combined = combineModels([figure(0.5, 0.3), figure(0.5, 0.3)], 'share');
    expect(combined.value).toBeCloseTo(0.3, 12);
    expect(combined.betweenModels).toBeCloseTo(0, 12);
    expect(combined.errors.simulation).toBeCloseTo(0.01, 12);
    expect(combined.errors.estimation).toBeCloseTo(0.02, 12);
    expect(combined.missing).toEqual(['model']);
  });

  it('The spread between the models is part of the model error, and widens the interval', () => {
    const near = combineModels([figure(0.5, 0.3), figure(0.5, 0.3)], 'share');
    const far = combineModels([figure(0.5, 0.2), figure(0.5, 0.4)], 'share');
    expect(far.value).toBeCloseTo(0.3, 12);
    expect(far.betweenModels).toBeCloseTo(0.1, 12);
    expect(far.errors.model).toBeCloseTo(0.1, 12);
    expect(far.interval![1] - far.interval![0]).toBeGreaterThan(near.interval![1] - near.interval![0]);
  });

  it('The total variance is that of a mixture of the models', () => {
    const models = [figure(0.3, 0.2, { model: 0.03 }), figure(0.7, 0.5, { model: 0.01, estimation: 0.05 })];
    const { value, errors: own } = combineModels(models, 'share');
    const squares = (parts: object) =>
      Object.values(parts as Record<string, number | null>).reduce<number>((sum, part) => sum + (part ?? 0) ** 2, 0);
    const expected = models.reduce(
      (sum, { weight, value: single, errors: parts }) => sum + weight * (squares(parts) + (single - value) ** 2),
      0,
    );
    expect(squares(own)).toBeCloseTo(expected, 12);
  });

  it('A model without weight affects nothing', () => {
    const own = combineModels([figure(1, 0.3), figure(0, 0.9, { simulation: null })], 'difference');
    expect(own.value).toBe(0.3);
    expect(own.interval).not.toBeNull();
  });

  it('An unknown simulation error leaves the interval unknown', () => {
    const own = combineModels([figure(0.5, 0.3), figure(0.5, 0.4, { simulation: null })], 'share');
    expect([own.interval, own.missing]).toEqual([null, ['simulation', 'model']]);
  });
});
