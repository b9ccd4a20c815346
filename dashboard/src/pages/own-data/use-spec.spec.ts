import type { Known, Question } from './dataset';
import { answeredDraft, fieldOf, readMemory, withField } from './use-spec';

const dataset = { id: 'ds_1', columns: [] };
const storage = (stored: unknown) => ({
  getItem: (key: string) =>
    key === 'own-data:ds_1' ? (typeof stored === 'string' ? stored : JSON.stringify(stored)) : null,
});
const choices = {
  ...{ roles: { paid: 'outcome', letter: 'randomized' }, alternatives: undefined, changes: { age: 'set' } },
  ...{ title: 'Letters', answers: { missing: 'impute', order: null } },
};

describe('what the wizard keeps', () => {
  it('A reload keeps title, roles and answers, before and after the fit', () => {
    expect(readMemory(dataset, undefined, storage({ choices, fit: null }))).toMatchObject({
      choices,
      edited: undefined,
    });
    const fit = { id: 'fit_1', spec: 'title: Letters' };
    const stored = { choices, edited: 'title: Mine', fit: 'fit_1' };
    expect(readMemory(dataset, fit, storage(stored))).toMatchObject(stored);
  });

  it('The link to another fit opens its spec', () => {
    const fit = { id: 'fit_2', spec: 'title: Other' };
    expect(readMemory(dataset, fit, storage({ choices, fit: 'fit_1' }))).toMatchObject({
      ...{ edited: 'title: Other', fit: 'fit_2', choices: { title: undefined, answers: {} } },
    });
  });

  it.each(['no JSON', '[]', 'null'])('The entry %s is ignored', (text) => {
    expect(readMemory(dataset, undefined, storage(text)).choices.answers).toEqual({});
  });
});

describe('the draft with all answers', () => {
  const question = (part: Question['part']): Question => ({ part, question: `${part}?`, default: '-' });
  /** Without a choice, the service asks for the order. */
  const draft = (known: Known) => {
    const open = (['alternatives', 'missing'] as const).filter((part) => !(part in known)).map(question);
    const order = known.alternatives === 'rows' && known.order === undefined ? [question('order')] : [];
    return Promise.resolve({ spec: JSON.stringify(known), questions: [...open, ...order] });
  };
  const partsOf = async (answers: Parameters<typeof answeredDraft>[1]) => {
    const { spec, questions } = await answeredDraft({ outcome: 'paid' }, answers, draft);
    return [questions.map(({ part }) => part), JSON.parse(spec) as Known] as const;
  };

  it('Questions stay after their answers, and an answer can raise another question', async () => {
    expect(await partsOf({})).toEqual([['alternatives', 'missing'], { outcome: 'paid' }]);
    const rows = { outcome: 'paid', alternatives: 'rows' };
    expect(await partsOf({ alternatives: 'rows' })).toEqual([['alternatives', 'missing', 'order'], rows]);
    expect(await partsOf({ alternatives: 'rows', order: null })).toEqual([
      ...[['alternatives', 'missing', 'order'], { ...rows, order: null }],
    ]);
  });

  it('The answer to a question that is not asked any more is not sent', async () => {
    const [parts, known] = await partsOf({ alternatives: 'long', order: null });
    expect([parts, known]).toEqual([['alternatives', 'missing'], { outcome: 'paid', alternatives: 'long' }]);
  });
});

describe('the text of a spec', () => {
  const spec = (formula: string) => `title: Letters   # of one year\nformula: ${formula}\nparameters:\n  letter: {}\n`;

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
