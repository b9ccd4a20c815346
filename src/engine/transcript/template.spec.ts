import { fillTemplate, placeholders } from './template.js';

describe('a template', () => {
  it('is filled where there is a value, from the last set that has one', () => {
    expect(fillTemplate('{who} took {what} and {why}', { who: 'I', what: 'a car' }, { what: 'the train' })).toBe(
      'I took the train and {why}',
    );
  });

  it('has the names that stand in braces, and no others', () => {
    expect(placeholders('{a} b} {c {d} {{e}}')).toEqual(['a', 'd', 'e']);
  });

  it('costs no more than its length, also where braces are not closed: this would take minutes otherwise', () => {
    const open = '{'.repeat(1_000_000);
    expect(fillTemplate(open, { a: 'b' })).toBe(open);
    expect(placeholders(open)).toEqual([]);
  });
});
