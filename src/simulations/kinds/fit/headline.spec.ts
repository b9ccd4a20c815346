import { fitHeadline } from './headline.js';
import type { FitResult } from './result.schema.js';

type Effect = FitResult['effects'][number];

const effect = (fields: Partial<Effect>): Effect => ({
  ...{ parameter: 'arm', label: 'Arm: letter compared with control', is_randomized: true },
  ...{ figure: 'bought', figure_label: 'Bought', unit: null, simulated: 0.1973, interval: [0.126, 0.268] },
  ...{ missing_parts: [], largest_part: null, is_distinguishable: true, held_out: null },
  ...{ scenario: { arm: 'letter' }, compared_with: { arm: 'control' } },
  ...fields,
});
const price = (value: number, simulated: number) =>
  effect({
    ...{ parameter: 'price', label: `Price: ${value} compared with 9`, simulated, interval: null },
    ...{ scenario: { price: value }, compared_with: {} },
  });
const noise = effect({
  ...{ parameter: 'noise', label: 'Noise: 10% higher', is_randomized: false, is_distinguishable: false },
  ...{ simulated: 0.012, interval: [-0.02, 0.044], scenario: { noise: 1.1 }, compared_with: {} },
});

function headlineOf(effects: Effect[], unit = 'USD'): string {
  const options = ['control', 'letter'].map((id) => ({ id, label: id }));
  const parameters = [
    { id: 'arm', label: 'Arm', type: 'choice', default: 'as_observed', options },
    { id: 'price', label: 'Price', type: 'number', unit, default: 9 },
    { id: 'noise', label: 'Noise', type: 'number', unit: '× own value', default: 1, typical_change: 0.1 },
  ];
  const scores = [{ id: 'log_loss', model: 0.6, constants_only: 0.7 }];
  const result = {
    effects,
    fit: { observations: 800, respondents: 80 },
    held_out: { scores },
    definition: { scenario: { parameters } },
  };
  return fitHeadline(result as unknown as FitResult);
}

describe('the headline of a fit', () => {
  it('It is the effect that was assigned at random, with its values, its direction and its interval', () => {
    expect(headlineOf([noise, effect({})])).toBe(
      'Arm: letter instead of control: 19.7 points more “Bought” (95% interval +12.6 to +26.8). ' +
        '1 of 2 differences by parameter are distinguishable from 0. ' +
        'On held-out rows, the model predicts better than one without variables. The fit used 800 observations of 80 respondents.',
    );
  });

  it('A number has its unit, and the greatest clear difference of its values is named', () => {
    const both = [price(12, -0.15), price(15, -0.325)];
    expect(headlineOf(both)).toMatch(/^Price \$15 instead of \$9: 32\.5 points fewer “Bought”\. /);
    expect(headlineOf(both, 'units')).toMatch(/^Price 15 instead of 9: 32\.5 points fewer “Bought”\. /);
    const unclear = { ...price(15, -0.325), is_distinguishable: false };
    expect(headlineOf([both[0]!, unclear])).toMatch(/^Price \$12 instead of \$9: 15\.0 points fewer/);
  });

  it('A difference that is not clear, or whose values were not assigned, is called so', () => {
    expect(headlineOf([noise])).toMatch(
      /^Noise: 10% higher: 1\.2 points more “Bought” \(95% interval −2\.0 to \+4\.4\), not distinguishable from 0\. The values were not assigned at random, so the difference can have other causes\. On/,
    );
  });

  it('The difference of a mean has its unit', () => {
    const spend = effect({ figure_label: 'Spend', unit: 'EUR', simulated: -2.5, interval: [-3, -2] });
    expect(headlineOf([spend])).toMatch(
      /^Arm: letter instead of control: “Spend” 2\.50 EUR lower on average \(95% interval −3 to −2\)\. /,
    );
  });

  it('Without parameters, the headline states it', () => {
    expect(headlineOf([])).toMatch(/^The model has no parameters that a scenario can change\. On held-out rows/);
  });
});
