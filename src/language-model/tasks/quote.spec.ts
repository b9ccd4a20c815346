import { excerptOf } from './questions.js';

describe('quotes of the language model', () => {
  const question = 'What if the (cheap)\n  fare\tfell by 20%?';

  it('A quote returns the excerpt of the question, and only white space may differ', () => {
    expect(excerptOf(question, 'fell by 20%')).toBe('fell by 20%');
    expect(excerptOf(question, ' (cheap) fare fell ')).toBe('(cheap)\n  fare\tfell');
  });

  it.each(['', '   ', '%?', '.*', 'fell by 30%', 'Fell by', 'fell  by 20% or more', 'x'.repeat(501)])(
    'A quote that the question does not contain, or that has no letter and no digit, is rejected: %j',
    (quote) => expect(excerptOf(question, quote)).toBeUndefined(),
  );

  it.each([
    ['a '.repeat(1_000), `${'a '.repeat(249)}b`],
    [`${' '.repeat(1_990)}a`, 'a b'],
    [`a${' '.repeat(1_990)}`, 'a b'],
  ])('A repetitive text that does not contain the quote contains no excerpt', (text, quote) => {
    expect(excerptOf(text, quote)).toBeUndefined();
  });
});
