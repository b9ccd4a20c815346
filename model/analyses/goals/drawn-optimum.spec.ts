import { streamKey } from '../../random/stream-key.js';
import { drawCoefficients } from '../../simulation/draw-coefficients.js';
import { familyOf } from '../../families/family-of.js';
import { bestPrice, priceGoal, product, solve } from './testing/priced-product.js';

const quantileOf = (values: readonly number[], probability: number) =>
  values.toSorted((a, b) => a - b)[Math.round(probability * (values.length - 1))]!;

/** The closed form of the best price for the draws of the coefficients of a product. */
function drawnPrices(a: number, b: number): number[] {
  const definition = product(a, b);
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, streamKey(3, definition.workflow_id), 200);
  return draws.map(([constant, slope]) => bestPrice(constant!, -slope!));
}

describe('the interval of an optimum', () => {
  it.each([
    [2, 0.3],
    [0, 0.2],
    [2, 0.12],
  ])('It has the middle 95%% of the best prices under draws of the coefficients, for a = %d and b = %d', (a, b) => {
    const [best] = solve(product(a, b), priceGoal, { agentCount: 1 }).arguments;
    const prices = drawnPrices(a, b);
    for (const [end, probability] of [0.025, 0.975].entries())
      expect(Math.abs(best!.interval![end]! / quantileOf(prices, probability) - 1)).toBeLessThan(0.03);
    // The best price is a ratio, so that its distribution is skewed if the slope is imprecise.
    const [low, high] = best!.interval!;
    expect(high - best!.value).toBeGreaterThan(1.2 * (best!.value - low));
    expect(best).toMatchObject({ at_bound: null, missing_parts: ['population', 'model'] });
  });

  it('A best value at the end of the range has the share of the draws that are there, and an interval up to the end', () => {
    const to = 6;
    const goal = { ...priceGoal, parameters: [{ name: 'price', from: 0.1, to }] };
    const [best] = solve(product(2, 0.3), goal, { agentCount: 1 }).arguments;
    const prices = drawnPrices(2, 0.3);
    expect(best).toMatchObject({ value: to, at_bound: 'to', draws_at_bounds: { from: 0 } });
    expect(best!.draws_at_bounds!.to).toBeCloseTo(prices.filter((price) => price >= to).length / 200, 2);
    expect(best!.interval![1]).toBe(to);
    expect(Math.abs(best!.interval![0] / quantileOf(prices, 0.025) - 1)).toBeLessThan(0.03);
  });

  it('A best value that is certainly at the end has no interval', () => {
    const goal = { ...priceGoal, parameters: [{ name: 'price', from: 0.1, to: 3 }] };
    const [best] = solve(product(2, 0.3), goal, { agentCount: 1 }).arguments;
    expect(best).toMatchObject({ at_bound: 'to', interval: null, draws_at_bounds: { from: 0, to: 1 } });
  });

  it('A minimum is drawn too, and goals with constraints, targets or two parameters are not', () => {
    const objective = { goal: 'minimize', values: { gift: { name: 'price', factor: -1 } } } as const;
    const [lowest] = solve(product(2, 0.3), { ...priceGoal, objective }, { agentCount: 1 }).arguments;
    const [highest] = solve(product(2, 0.3), priceGoal, { agentCount: 1 }).arguments;
    expect(lowest!.interval![0]).toBeCloseTo(highest!.interval![0], 6);
    const constraints = [{ share: 'gift', at_least: 0.05 }];
    const [constrained] = solve(product(2, 0.3), { ...priceGoal, constraints }, { agentCount: 1 }).arguments;
    const reach = { goal: 'reach', share: 'gift', target: 0.4 } as const;
    const [reached] = solve(product(2, 0.3), { ...priceGoal, objective: reach }, { agentCount: 1 }).arguments;
    expect([constrained!.draws_at_bounds, reached!.draws_at_bounds]).toEqual([null, null]);
  });

  it('Without a covariance of the coefficients, the interval follows from the derivatives', () => {
    const definition = product(2, 0.3);
    delete (definition.evidence as { covariance?: unknown }).covariance;
    const [best] = solve(definition, priceGoal, { agentCount: 1 }).arguments;
    expect(best).toMatchObject({ draws_at_bounds: null });
  });
});
