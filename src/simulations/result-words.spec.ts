import { effectText, unreachedText } from './result-words.js';

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
