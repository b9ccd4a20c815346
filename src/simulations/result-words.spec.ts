import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectText, unreachedText, changeText, rangeText, settingText } from './result-words.js';
import { parseDefinition } from '../../model/simulate.js';

describe('effectText', () => {
  const texts = { baseline: '26.8%', value: '21.4%', size: '5.4 points', interval: '−7.7 to −3.1' };

  it('The words for the direction fit the sign and the unit of the figure', () => {
    const car = { label: 'Car', unit: 'share', difference: -0.054 };
    expect(effectText(car, texts)).toBe('Car 26.8% → 21.4%: 5.4 points fewer (95% interval −7.7 to −3.1)');
    expect(effectText({ ...car, difference: 0.054 }, texts)).toContain('5.4 points more');
    const visits = { label: 'Visits', unit: 'visits', difference: -1 };
    const ofVisits = { baseline: '3.21', value: '2.21', size: '1.00', interval: null };
    expect(effectText(visits, ofVisits)).toBe('Visits 3.21 → 2.21 visits: 1.00 lower (95% interval not known)');
  });

  it('A difference that rounds to zero has no direction', () => {
    const car = { label: 'Car', unit: 'share', difference: -1e-9 };
    expect(effectText(car, { ...texts, size: '0.0 points' })).toContain(': no difference (');
  });
});

describe('unreachedText', () => {
  const fare = { label: 'Swissmetro fare', range: '25% lower to 40% higher' };
  const texts = { target: '70%', bounds: [fare], hasConstraints: false, best: '65.1%', isAbove: true };

  it('An unreachable target is stated with the bounds of the search and the nearest reachable value', () => {
    expect(unreachedText(texts)).toBe('70% is not reached within 25% lower to 40% higher; the most is 65.1%');
    expect(unreachedText({ ...texts, isAbove: false })).toContain('; the least is 65.1%');
    const time = { label: 'Travel time', range: '20% lower to unchanged' };
    expect(unreachedText({ ...texts, bounds: [fare, time], hasConstraints: true })).toBe(
      '70% is not reached within Swissmetro fare 25% lower to 40% higher and Travel time 20% lower to unchanged and the constraints; the most is 65.1%',
    );
  });
});

const parameterOf = (slug: string, id: string) => {
  const json = readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8');
  return parseDefinition(JSON.parse(json)).scenario.parameters.find((one) => one.id === id)!;
};

describe('parameter values in words', () => {
  it.each([
    ['swissmetro-mode-choice', 'swissmetro_cost_factor', 0.8, '20% lower'],
    ['swissmetro-mode-choice', 'swissmetro_cost_factor', 1.4, '40% higher'],
    ['swissmetro-mode-choice', 'train_headway_factor', 2, '2 times the baseline'],
    ['alt-fuel-vehicle-choice', 'electric_price_factor', 1, 'unchanged'],
    ['unemployment-duration', 'replacement_rate_factor', 1.123, '12.3% higher'],
    ['hybrid-corn-network', 'contacts_weight', 0, 'zero'],
    ['catsup-brand-choice', 'hunts32_price', 2.856, '15% lower'],
    ['catsup-brand-choice', 'heinz32_display_share', 0.0994, '9.94%'],
    ['repeated-pd-cooperation', 'continuation', 0.75, '75%'],
    ['conservation-wtp', 'price', 50, 'AUD 50'],
    ['hiv-test-incentive', 'incentive', 1.25, '$1.25'],
    ['alt-fuel-vehicle-choice', 'electric_range', 123.4, '123.4 miles'],
    ['gotv-social-pressure', 'mailing', 'neighbors', "Neighbors' record"],
  ])('The value of %s %s at %s is “%s”', (slug, id, value, text) => {
    expect(settingText(parameterOf(slug, id), value)).toBe(text);
  });

  it.each([
    ['catsup-brand-choice', 'hunts32_price', 2.856, "Average price of Hunt's 32 15% lower"],
    ['swissmetro-mode-choice', 'train_cost_factor', 3, 'Train fare 3 times the baseline'],
    ['conservation-wtp', 'price', 100, 'Price asked AUD 100 instead of AUD 50'],
    ['health-insurance-visits', 'plan', 'coinsurance_50', '50% coinsurance instead of Free care'],
  ])('The change of %s %s to %s is “%s”', (slug, id, value, text) => {
    expect(changeText(parameterOf(slug, id), value)).toBe(text);
  });

  it('A number of own data without a unit is stated as a value, not in relation to the default', () => {
    const price = { label: 'Price', unit: 'units', default: 9 };
    expect(changeText(price, 15)).toBe('Price 15 instead of 9');
    expect(rangeText(price, [9, 15])).toBe('9 to 15');
  });

  it('A range of values has words for both ends, and a single value is named once', () => {
    const fare = parameterOf('swissmetro-mode-choice', 'swissmetro_cost_factor');
    expect(rangeText(fare, [0.75, 1.4])).toBe('25% lower to 40% higher');
    expect(rangeText(fare, [1, 1])).toBe('only unchanged');
  });
});
