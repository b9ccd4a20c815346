import { atomText, type FormulaTerm, parseFormula } from './formula.js';

const termsOf = (text: string) =>
  parseFormula(text).parts.map(({ terms, hasConstant }) => [...(hasConstant ? ['1'] : []), ...terms.map(textOf)]);
const textOf = (term: FormulaTerm) => term.map(atomText).join(':');

describe('parseFormula', () => {
  // Terms as `attr(terms(…), "term.labels")` of R 4.2.2 lists them.
  test.each([
    ['y ~ a + b', ['1', 'a', 'b']],
    ['y ~ a * b', ['1', 'a', 'b', 'a:b']],
    ['y ~ a:b + a', ['1', 'a', 'a:b']],
    ['y ~ (a + b + c)^2', ['1', 'a', 'b', 'c', 'a:b', 'a:c', 'b:c']],
    ['y ~ a * b * c - a:b:c', ['1', 'a', 'b', 'c', 'a:b', 'a:c', 'b:c']],
    ['y ~ (a + b):c - 1', ['a:c', 'b:c']],
    ['y ~ 0 + a', ['a']],
    ['y ~ a + a + b:a + a:b', ['1', 'a', 'b:a']],
    ['y ~ log(a) + I(a^2) + factor(b)', ['1', 'log(a)', 'I(a^2)', 'factor(b)']],
    ['y ~ I(a / 10) + log(b + 1) + I(c >= 40)', ['1', 'I(a * 0.1)', 'log1p(b)', 'I(c >= 40)']],
    ['y ~ box_cox(a) * b', ['1', 'box_cox(a)', 'b', 'box_cox(a):b']],
    [
      'y ~ lspline(a, 30, 50) * b',
      ['1', 'a up to 30', 'a from 30 to 50', 'a above 50', 'b', 'a up to 30:b', 'a from 30 to 50:b', 'a above 50:b'],
    ],
    ['y ~ poly(a, 2, raw = TRUE) * b', ['1', 'a', 'I(a^2)', 'b', 'a:b', 'I(a^2):b']],
    ['y ~ `job type` + x.1', ['1', '`job type`', 'x.1']],
    ['y ~ 1', ['1']],
  ])('The terms of %s are those of R', (text, terms) => {
    expect(termsOf(text)).toEqual([terms]);
  });

  test('Parts after a bar are separate', () => {
    expect(termsOf('choice ~ price + time | income | wait')).toEqual([
      ['1', 'price', 'time'],
      ['1', 'income'],
      ['1', 'wait'],
    ]);
  });

  test('The outcome can be two columns', () => {
    expect(parseFormula('Surv(weeks, ended) ~ age').outcome).toEqual({ function: 'Surv', columns: ['weeks', 'ended'] });
    expect(parseFormula('cbind(yes, no) ~ age').outcome).toEqual({ function: 'cbind', columns: ['yes', 'no'] });
  });

  test.each([
    ['y a', 'expected "~", but found "a"'],
    ['~ a', 'expected the column of the outcome before "~", but found "~"'],
    ['y ~ a +', 'expected a column, but found "the end"'],
    [
      'y ~ exp(a)',
      '"exp()" is not a function of a formula: use log(), log1p(), sqrt(), lspline(), rcs(), box_cox(), factor() and I()',
    ],
    [
      'y ~ poly(a, 2)',
      'poly() needs the square of the column itself: write poly(a, 2, raw = TRUE), which gives the same predictions',
    ],
    ['y ~ rcs(a, 30, 50)', 'rcs() needs at least three knots: rcs(x, 30, 50, 70)'],
    ['y ~ lspline(a)', 'lspline() needs at least one knot: lspline(x, 30)'],
    ['y ~ lspline(a, 50, 30)', 'the knots of lspline() must be in ascending order'],
    ['y ~ I(a^3)', 'only the square of a column can be used: I(x^2)'],
    ['y ~ a^2^', 'did not expect "^"'],
    ['y ~ 5', 'a number in a formula must be 0 or 1, for the constant'],
    ['y ~ a ; b', 'cannot read "; b"'],
    ['Surv(a) ~ b', 'Surv() needs two columns'],
    ['mean(a, c) ~ b', '"mean" is not an outcome: use cbind(), Surv() or interval()'],
    [`y ~ ${'('.repeat(60)}a${')'.repeat(60)}`, 'has too many parentheses'],
    [`y ~ (${Array.from({ length: 60 }, (_, k) => `a${k}`).join(' + ')})^2`, 'has more than 500 terms'],
  ])('The error of the formula %s explains what is wrong', (text, message) => {
    expect(() => parseFormula(text)).toThrow(message);
  });
});
