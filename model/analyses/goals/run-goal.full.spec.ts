import { normalQuantile } from '../../math/normal.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { streamKey } from '../../random/stream-key.js';
import { bestPrice, priceGoal, product, solve } from './testing/priced-product.js';

describe('goals', () => {
  it('The interval of the best price contains the true best price in at least 90% of draws of the coefficients', () => {
    const [a, b] = [2, 0.3];
    const draws = 400;
    const [factor, shared, own] = [0.2, -0.02, Math.sqrt(0.001 - 0.02 ** 2)];
    const uniforms = new Float64Array(2 * draws);
    fillUniforms(streamKey(1, 'goals'), streamPurposes.perception, 0, 2, 0, draws, uniforms);
    let covered = 0;
    for (let draw = 0; draw < draws; draw++) {
      const [first, second] = [normalQuantile(uniforms[draw]!), normalQuantile(uniforms[draws + draw]!)];
      const estimated = product(a + factor * first, b - shared * first - own * second);
      const [low, high] = solve(estimated, priceGoal, { agentCount: 1 }).arguments[0]!.interval!;
      if (low <= bestPrice(a, b) && bestPrice(a, b) <= high) covered++;
    }
    expect(covered / draws).toBeGreaterThan(0.9);
    expect(covered / draws).toBeLessThan(0.99);
  });
});
