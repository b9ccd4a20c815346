import type { Fit } from '../fit-design.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import { type CalibratedSample, uncertaintyEvidence } from './fit-evidence.js';

const matrix = Float64Array.of(0.04, 0.01, 0, 0.01, 0.09, 0, 0, 0, 0);
const names = ['price', 'brand', 'spread'];

/** Sample with three coefficients, of which the last, a standard deviation of 0, has no variance. */
function sampleWith(parts: Partial<Fit>): CalibratedSample {
  const fit = { covariance: matrix, robustCovariance: matrix.map((value) => 2 * value), clusters: 100, ...parts };
  const entry = { estimate: 1, standardError: 0.2, clusteredStandardError: 0.28, sandwichStandardError: 0.3 };
  return {
    names,
    fitted: { fit },
    estimates: new Map(names.map((name) => [name, entry])),
  } as unknown as CalibratedSample;
}

const options = (clustered: boolean) => ({ clustered }) as RecipeFit;

describe('covariance in the evidence', () => {
  it('A standard deviation of 0 has an estimate but no row in the covariance', () => {
    const { estimates, covariance } = uncertaintyEvidence(sampleWith({}), options(false));
    expect(estimates.map(({ coefficient }) => coefficient)).toEqual(names);
    expect(covariance!.coefficients).toEqual(['price', 'brand']);
    expect(covariance!.matrix).toEqual([
      [0.04, 0.01],
      [0.01, 0.09],
    ]);
  });

  it('For few clusters, the covariance is bias-reduced and has the smallest degrees of freedom', () => {
    const fewClusters = {
      covariance: matrix.map((value) => 3 * value),
      degreesOfFreedom: Float64Array.of(9.5, 6.25, NaN),
    };
    const { covariance } = uncertaintyEvidence(sampleWith({ clusters: 20, fewClusters }), options(true));
    expect(covariance).toMatchObject({
      method: 'clustered: 20 clusters, bias-reduced (CR2) with Satterthwaite degrees of freedom',
      degrees_of_freedom: 6.25,
    });
    expect(covariance!.matrix[0]![0]).toBeCloseTo(0.12, 12);
  });

  it('With no more clusters than coefficients, the method states that the covariance ignores the clusters', () => {
    const { covariance } = uncertaintyEvidence(sampleWith({ clusters: 3 }), options(true));
    expect(covariance!.method).toBe(
      'inverse of the information matrix, which ignores clusters; 3 clusters are too few for a clustered covariance of 3 coefficients',
    );
    expect(covariance!.degrees_of_freedom).toBeUndefined();
  });

  it('With a bootstrap, the standard errors and the covariance come from its replicates', () => {
    const sample = sampleWith({ bootstrap: { replicates: 200, failed: 3 } });
    const { estimates, covariance } = uncertaintyEvidence(sample, options(false));
    expect(estimates[0]!.standard_error).toBe(0.3);
    expect(covariance!.method).toBe('bootstrap: 100 clusters, 200 replicates, of which 3 have no estimates');
    expect(covariance!.matrix[0]![0]).toBeCloseTo(0.08, 12);
  });

  it.each<[string, Partial<Fit>, boolean]>([
    ['a bootstrap', { bootstrap: { replicates: 200, failed: 0 } }, false],
    ['sampling weights', {}, true],
  ])(
    'With %s and no more clusters than coefficients, standard errors agree with the covariance',
    (_, parts, weighted) => {
      const sample = sampleWith({ clusters: 3, ...parts });
      const { estimates, covariance } = uncertaintyEvidence(sample, options(false), weighted);
      expect(estimates[0]!.standard_error).toBeCloseTo(Math.sqrt(covariance!.matrix[0]![0]!), 12);
    },
  );

  it('With sampling weights, the standard errors and the covariance come from the sandwich', () => {
    const { estimates, covariance } = uncertaintyEvidence(sampleWith({}), options(false), true);
    expect(estimates[0]!.standard_error).toBe(0.3);
    expect(covariance!.matrix[0]![0]).toBeCloseTo(0.08, 12);
  });
});
