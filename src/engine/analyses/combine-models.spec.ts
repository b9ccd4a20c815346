import { fillNumbers, streamPurposes } from '../random/stream.js';
import { streamKey } from '../random/stream-key.js';
import { combineModels, errorDegrees } from './combine-models.js';

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

  it.each<[string, { weight: number; degrees: number; source: string }[]]>([
    [
      'two workflows',
      [
        { weight: 0.5, degrees: 3, source: 'a' },
        { weight: 0.5, degrees: 3, source: 'b' },
      ],
    ],
    [
      'the same workflow twice',
      [
        { weight: 0.5, degrees: 3, source: 'a' },
        { weight: 0.5, degrees: 3, source: 'a' },
      ],
    ],
    [
      'workflows with few and with many replicates',
      [
        { weight: 0.7, degrees: 4, source: 'a' },
        { weight: 0.3, degrees: 38, source: 'b' },
      ],
    ],
  ])('With few replicates, 95% of the intervals contain the value: %s', (_, models) => {
    const samples = 3_000;
    const slots = 43;
    const normals = new Float64Array(slots * samples);
    fillNumbers('normal', streamKey(1, 'ensembles'), streamPurposes.perception, 0, slots, 0, samples, normals);
    const deviation = 0.001;
    let covered = 0;
    for (let sample = 0; sample < samples; sample++) {
      // The models have the same error, as the mixture assumes, and estimate its variance from their replicates.
      const [error, ...others] = Array.from({ length: slots }, (_unused, slot) => normals[slot * samples + sample]!);
      const estimates = new Map<string, number>();
      for (const { source, degrees } of models) {
        if (estimates.has(source)) continue;
        const squares = others.splice(0, degrees).reduce((sum, own) => sum + own * own, 0);
        estimates.set(source, deviation * Math.sqrt(squares / degrees));
      }
      const { interval } = combineModels(
        models.map(({ weight, degrees, source }) => ({
          ...{ weight, source, value: 0.3 + deviation * error! },
          errors: { simulation: estimates.get(source)!, estimation: 0, population: 0, model: 0 },
          degrees: { simulation: degrees },
        })),
        'share',
      );
      if (interval![0] <= 0.3 && 0.3 <= interval![1]) covered++;
    }
    expect(covered / samples).toBeGreaterThan(0.94);
    expect(covered / samples).toBeLessThan(0.97);
  });

  it('The degrees of freedom come from agents, replicates, draws or clusters', () => {
    const of = (shares: 'expected' | 'counted', parameter_draws: number) =>
      errorDegrees(
        {
          agent_count: 100,
          uncertainty: { level: 0.95, method: 'draws', parameter_draws, replicates: 20, shares },
        },
        5.3,
      );
    expect(of('expected', 0)).toEqual({ simulation: 99, estimation: 5.3 });
    expect(of('counted', 4)).toEqual({ simulation: 19, estimation: 3 });
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
