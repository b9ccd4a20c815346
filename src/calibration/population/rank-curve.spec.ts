import { gradeSteps, tableCells } from './grade-steps.js';
import { latentCorrelation, rankAt, rankCurve } from './rank-curve.js';

const continuous = gradeSteps(tableCells({ type: 'continuous', quantiles: { probabilities: [0, 1], values: [0, 1] } }));
const latents = [-0.95, -0.5, -0.1, 0, 0.3, 0.8, 0.95];

describe('rankCurve', () => {
  it.each(latents)('has for two continuous attributes (6/π) asin(r/2), at r = %d', (latent) => {
    const { rank } = rankAt(rankCurve(continuous, continuous), latent);
    expect(Math.abs(rank - (6 / Math.PI) * Math.asin(latent / 2))).toBeLessThan(0.001);
  });

  it.each(latents)('has for two halves (2/π) asin(r), at r = %d', (latent) => {
    const halves = gradeSteps([0.5, 0.5]);
    expect(Math.abs(rankAt(rankCurve(halves, halves), latent).rank - (2 / Math.PI) * Math.asin(latent))).toBeLessThan(
      0.0005,
    );
  });

  // From SciPy's bivariate normal distribution function and its quadrature.
  it.each([
    [-0.8, -0.545708],
    [-0.3, -0.170871],
    [0.5, 0.233963],
    [0.95, 0.327326],
  ])('has for 0.2 and 0.7 in the first category, at r = %d, the correlation %d', (latent, expected) => {
    const { rank } = rankAt(rankCurve(gradeSteps([0.2, 0.8]), gradeSteps([0.7, 0.3])), latent);
    expect(Math.abs(rank - expected)).toBeLessThan(0.001);
  });

  it.each([
    [0.4, 0.299509],
    [-0.9, -0.704314],
  ])(
    'has for a continuous attribute and one of 0.3 in the first category, at r = %d, the correlation %d',
    (latent, expected) => {
      const { rank } = rankAt(rankCurve(continuous, gradeSteps([0.3, 0.7])), latent);
      expect(Math.abs(rank - expected)).toBeLessThan(0.001);
    },
  );

  it('never falls, also of rare categories', () => {
    const curve = rankCurve(gradeSteps([0.999, 0.001]), gradeSteps([0.1, 0.88, 0.02]));
    expect(curve.every((rank, k) => k === 0 || rank >= curve[k - 1]!)).toBe(true);
  });
});

describe('latentCorrelation', () => {
  const curve = rankCurve(continuous, gradeSteps([0.1, 0.6, 0.3]));

  it.each(latents)('finds the latent correlation again: %d', (latent) => {
    expect(latentCorrelation(curve, rankAt(curve, latent).rank)).toBeCloseTo(latent, 6);
  });

  it('gives the closest tie where none is close enough', () => {
    expect(latentCorrelation(curve, 1)).toBeCloseTo(0.999, 9);
    expect(latentCorrelation(curve, -1)).toBeCloseTo(-0.999, 9);
  });

  it('is 0 where an attribute does not vary', () => {
    expect(latentCorrelation(rankCurve(continuous, gradeSteps([1])), 0.5)).toBe(0);
  });
});
