import { rankSteps, quantileTableCells } from './ranks.js';
import { latentCorrelation, rankAt, rankCurve } from './rank-curve.js';

const continuous = rankSteps(
  quantileTableCells({ type: 'continuous', quantiles: { probabilities: [0, 1], values: [0, 1] } }),
);
const latents = [-0.95, -0.5, -0.1, 0, 0.3, 0.8, 0.95];

describe('rankCurve', () => {
  it.each(latents)('The rank correlation of two continuous attributes is (6/π) asin(r/2) at r = %d', (latent) => {
    const { rank } = rankAt(rankCurve(continuous, continuous), latent);
    expect(Math.abs(rank - (6 / Math.PI) * Math.asin(latent / 2))).toBeLessThan(0.001);
  });

  it.each(latents)('The rank correlation of two equal halves is (2/π) asin(r) at r = %d', (latent) => {
    const halves = rankSteps([0.5, 0.5]);
    expect(Math.abs(rankAt(rankCurve(halves, halves), latent).rank - (2 / Math.PI) * Math.asin(latent))).toBeLessThan(
      0.0005,
    );
  });

  // Expected values: SciPy's bivariate normal distribution function and quadrature.
  it.each([
    [-0.8, -0.545708],
    [-0.3, -0.170871],
    [0.5, 0.233963],
    [0.95, 0.327326],
  ])('With 0.2 and 0.7 in the first category, the correlation at r = %d is %d', (latent, expected) => {
    const { rank } = rankAt(rankCurve(rankSteps([0.2, 0.8]), rankSteps([0.7, 0.3])), latent);
    expect(Math.abs(rank - expected)).toBeLessThan(0.001);
  });

  it.each([
    [0.4, 0.299509],
    [-0.9, -0.704314],
  ])(
    'For a continuous attribute and one with 0.3 in the first category, the correlation at r = %d is %d',
    (latent, expected) => {
      const { rank } = rankAt(rankCurve(continuous, rankSteps([0.3, 0.7])), latent);
      expect(Math.abs(rank - expected)).toBeLessThan(0.001);
    },
  );

  it('The rank curve never decreases, even for rare categories', () => {
    const curve = rankCurve(rankSteps([0.999, 0.001]), rankSteps([0.1, 0.88, 0.02]));
    expect(curve.every((rank, k) => k === 0 || rank >= curve[k - 1]!)).toBe(true);
  });
});

describe('latentCorrelation', () => {
  const curve = rankCurve(continuous, rankSteps([0.1, 0.6, 0.3]));

  it.each(latents)('The inverse curve recovers the latent correlation %d', (latent) => {
    expect(latentCorrelation(curve, rankAt(curve, latent).rank)).toBeCloseTo(latent, 6);
  });

  it('An unreachable rank correlation gives the maximum latent correlation', () => {
    expect(latentCorrelation(curve, 1)).toBeCloseTo(0.999, 9);
    expect(latentCorrelation(curve, -1)).toBeCloseTo(-0.999, 9);
  });

  it('The latent correlation is 0 if an attribute does not vary', () => {
    expect(latentCorrelation(rankCurve(continuous, rankSteps([1])), 0.5)).toBe(0);
  });
});
