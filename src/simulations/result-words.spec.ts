import { effectText } from './result-words.js';

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
