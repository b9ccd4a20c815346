import { fillTemplate, placeholders } from './template.js';

describe('a template', () => {
  it('A placeholder takes its value from the last set that has one, and stays if no set has one', () => {
    expect(fillTemplate('{who} took {what} and {why}', { who: 'I', what: 'a car' }, { what: 'the train' })).toBe(
      'I took the train and {why}',
    );
  });

  it('Placeholders are the names in closed braces', () => {
    expect(placeholders('{a} b} {c {d} {{e}}')).toEqual(['a', 'd', 'e']);
  });

  it('The time to fill a template is linear in its length, even with one million unclosed braces', () => {
    const open = '{'.repeat(1_000_000);
    expect(fillTemplate(open, { a: 'b' })).toBe(open);
    expect(placeholders(open)).toEqual([]);
  });
});
