import { fieldOf, withField } from './use-spec';

const spec = (formula: string) => `title: Letters   # of one year\nformula: ${formula}\nparameters:\n  letter: {}\n`;

describe('the text of a spec', () => {
  it.each([
    ['paid ~ letter + age', 'paid ~ letter + age'],
    ['paid ~ letter + age   # all columns', 'paid ~ letter + age'],
    ['"paid ~ `past bills` + I(age^2)"', 'paid ~ `past bills` + I(age^2)'],
    ["'it''s ~ age' # quoted", "it's ~ age"],
    ['>', undefined],
    ['"paid ~', undefined],
  ])('The formula in the line %j is %j', (line, formula) => expect(fieldOf(spec(line), 'formula')).toBe(formula));

  it('A field that another one contains, or that is missing, is not found', () => {
    expect(fieldOf('columns:\n  formula: paid ~ age\n', 'formula')).toBeUndefined();
    expect(fieldOf('title:\nformula: a ~ b\n', 'title')).toBeUndefined();
  });

  it.each(['paid ~ letter', 'paid ~ `past bills` + age:letter', 'paid ~ I(age >= 5)', '$& ~ #', ' ', 'yes'])(
    'The formula %j replaces its line only, and is read back',
    (formula) => {
      const changed = withField(spec('paid ~ age'), 'formula', formula);
      expect(fieldOf(changed, 'formula')).toBe(formula);
      expect(changed.split('\n')[0]).toBe('title: Letters   # of one year');
      expect(changed.endsWith('\nparameters:\n  letter: {}\n')).toBe(true);
    },
  );

  it('An empty formula stays a field that can be edited', () => {
    expect(fieldOf(withField(spec('paid ~ age'), 'formula', ''), 'formula')).toBe('');
  });
});
