import { profileColumn, profileTable } from './profile.js';

const repeated = (values: readonly string[], times: number) => Array.from({ length: times }, () => values).flat();

describe('profileTable', () => {
  test.each([
    ['gave', repeated(['0', '1'], 20), 'binary', 'outcome'],
    ['age', repeated(['31', '45', '52'], 10), 'integer', null],
    ['price', repeated(['1.5', '2', '2.5'], 10), 'number', null],
    ['region', repeated(['north', 'south', 'west'], 10), 'category', null],
    [
      'comment',
      Array.from({ length: 60 }, (_, k) => `text ${k >> 1}`).concat(
        repeated(['a', 'b'], 30).map((one, k) => `${one}${k}`),
      ),
      'text',
      null,
    ],
    ['visited', ['2024-01-31', '2024-02-01', '2024-02-03'], 'date', null],
    ['household_id', repeated(['101', '102', '103'], 10), 'integer', null],
    ['n', Array.from({ length: 200 }, (_, k) => String(k + 1)), 'integer', null],
    ['country', repeated(['DE'], 9), 'constant', null],
    ['notes', repeated(['', 'N/A'], 9), 'empty', null],
    ['weight', repeated(['0.5', '1.2', '2.1'], 9), 'number', 'weight'],
  ])('The profile recognizes the type and the meaning of %s', (name, texts, type, guess) => {
    expect(profileColumn(name, texts)).toMatchObject({ name, type, guess });
  });

  test('The profile counts missing and distinct values, and describes numbers', () => {
    const profile = profileColumn('age', ['30', ' 30', '', 'NaN', '50', '40']);
    expect(profile).toMatchObject({
      missing: 2,
      distinct: 3,
      range: { minimum: 30, maximum: 50, mean: 37.5, median: 30 },
    });
    expect(profile.examples).toEqual([
      { value: '30', count: 2 },
      { value: '40', count: 1 },
      { value: '50', count: 1 },
    ]);
    expect(profile.histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  test('A text of a million digits and a letter is recognized as text in linear time', () => {
    // Quadratic time would take an hour.
    const { type, range } = profileColumn('code', [`${'1'.repeat(1_000_000)}x`, '1.', '.5', '+1.5e3']);
    expect([type, range]).toEqual(['category', null]);
    expect(profileColumn('code', ['1.', '.5', '+1.5e3']).range).toMatchObject({ minimum: 0.5, maximum: 1500 });
  });

  test('The profile warns of columns that a model cannot use', () => {
    const columns = new Map([
      ['empty', ['', '']],
      ['same', ['a', 'a']],
      ['partial', ['1', '']],
    ]);
    const { rows, warnings } = profileTable({ columns, lines: [2, 3] });
    expect(rows).toBe(2);
    expect(warnings.map(({ code, column }) => [code, column])).toEqual([
      ['empty_column', 'empty'],
      ['constant_column', 'same'],
      ['constant_column', 'partial'],
      ['missing_values', 'partial'],
    ]);
  });

  it('Whole numbers that a double rounds are identifiers without a range', () => {
    const ids = Array.from({ length: 30 }, (_, row) => String(9_007_199_254_740_990n + BigInt(row)));
    expect(profileColumn('account', ids)).toMatchObject({ type: 'id', distinct: 30, range: null, histogram: null });
    const held = ids.map((text) => `${text.slice(0, 15)}`);
    expect(profileColumn('account', held)).toMatchObject({ type: 'integer' });
  });

  it('A number beyond the largest double is no number', () => {
    expect(profileColumn('x', ['1', '2', '3', '1e999'])).toMatchObject({ type: 'category', range: null });
  });
});
