import { readWorkflow, run } from './testing/catalog-workflow.js';

const definition = readWorkflow('catsup-repeat-purchases');
const agentCount = 20_000;
const hunts = 'hunts32_by_period';

/** Effect of a price of Hunt's that is 30% lower in some purchases, on its share by purchase. */
function effectsOf(first: number, last: number) {
  const context = { hunts32_price: 3.36 * 0.7, first_changed: first, last_changed: last };
  const { curves } = run(definition, context, agentCount, 1).summary;
  return curves
    .find(({ id }) => id === hunts)!
    .points.map(({ share, baseline_share: before, difference_interval: interval }) => ({
      effect: share - before,
      interval,
    }));
}

describe('the workflow catsup-repeat-purchases', () => {
  it('A temporary price cut changes later purchases a little, and a permanent one all of them', () => {
    const temporary = effectsOf(2, 3);
    expect(temporary[0]!.effect).toBe(0);
    for (const period of [1, 2]) expect(temporary[period]!.effect).toBeGreaterThan(0.1);
    expect(temporary[3]!.effect).toBeGreaterThan(0.003);
    expect(temporary[3]!.effect).toBeLessThan(0.03);
    for (const period of [4, 5]) expect(temporary[period]!.effect).toBeLessThan(temporary[period - 1]!.effect / 2);
    for (const { effect, interval } of effectsOf(1, 8)) {
      expect(effect).toBeGreaterThan(0.1);
      expect(interval![0]).toBeGreaterThan(0.05);
    }
  });

  it('Each share of a purchase has the error of the model, which series of held-out purchases show', () => {
    for (const { points } of run(definition, {}, 200, 1).summary.curves)
      for (const { errors } of points) expect(errors.model).toBeGreaterThan(0);
    expect(definition.evidence.errors!.model!.shares).toBeGreaterThan(0);
  });

  it('It predicts the purchases of held-out households better than classes or habits alone', () => {
    const { scores, observations, respondents } = definition.evidence.hold_out;
    expect([observations, respondents]).toEqual([843, 90]);
    // 0.731 and 0.780: the same fits without habits and without classes.
    expect(scores.find(({ id }) => id === 'log_loss')!.value).toBeLessThan(0.72);
  });

  it('Households that respond least to prices have the strongest habit', () => {
    if (definition.decision.family !== 'conditional_logit') throw new Error('another family');
    const valueOf = (id: string) => definition.decision.coefficients.find((one) => one.id === id)!.estimate;
    const suffixes = ['', '_heinz_and_price', '_any_brand', '_not_the_price'];
    const byHabit = suffixes.toSorted((a, b) => valueOf(`habit${b}`) - valueOf(`habit${a}`));
    const byPrice = suffixes.toSorted((a, b) => valueOf(`price${b}`) - valueOf(`price${a}`));
    expect([byHabit[0], byPrice[0]]).toEqual(['_not_the_price', '_not_the_price']);
  });
});
