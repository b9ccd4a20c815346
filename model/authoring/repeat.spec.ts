import { repeatEntries } from './repeat.js';

const lists = {
  fuel: { gas: { name: 'Gasoline', price: 3 }, electric: { name: 'Electric', price: 1, range: [50, 200] } },
  body: ['car', 'van'],
};
const repeat = (document: unknown) => repeatEntries(document, lists);

describe('repeated entries', () => {
  test('An entry is repeated for each item, in the order of the list, between its neighbors', () => {
    const repeated = repeat({ first: 1, 'for fuel': { '<fuel>_price': '<fuel.name>: price' }, last: 2 });
    expect(Object.entries(repeated as object)).toEqual([
      ['first', 1],
      ['gas_price', 'Gasoline: price'],
      ['electric_price', 'Electric: price'],
      ['last', 2],
    ]);
  });

  test('A whole placeholder keeps the type of the property', () => {
    expect(repeat({ 'for fuel': { '<fuel>': { default: '<fuel.price>', text: '<fuel.price> dollars' } } })).toEqual({
      gas: { default: 3, text: '3 dollars' },
      electric: { default: 1, text: '1 dollars' },
    });
  });

  test('An entry that uses a property that its item lacks is left out', () => {
    expect(repeat({ 'for fuel': { '<fuel>_range': { range: '<fuel.range>' } } })).toEqual({
      electric_range: { range: [50, 200] },
    });
  });

  test('Lists and nested loops repeat items', () => {
    expect(repeat(['a', { 'for body': [{ 'for fuel': '<body>_<fuel>' }, '<body>'] }])).toEqual([
      ...['a', 'car_gas', 'car_electric', 'car', 'van_gas', 'van_electric', 'van'],
    ]);
  });

  test('A note in parentheses permits two loops over one list in a map', () => {
    expect(repeat({ 'for body (a)': { 'a_<body>': 1 }, 'for body (b)': { 'b_<body>': 2 } })).toEqual({
      ...{ a_car: 1, a_van: 1, b_car: 2, b_van: 2 },
    });
  });

  test('Other texts in angle brackets stay as they are', () => {
    expect(repeat('state.<name> and 1 < 2')).toBe('state.<name> and 1 < 2');
  });

  test.each<[string, unknown, unknown, string]>([
    ['a list that is not declared', { 'for color': {} }, lists, 'for color: needs the list "color" under `lists`'],
    ['a placeholder outside of its loop', 'a <fuel>', lists, '<fuel>: must be under `for fuel`'],
    [
      'a property of no item',
      { 'for fuel': { '<fuel>': '<fuel.rnage>' } },
      lists,
      '<fuel.rnage>: no item of the list "fuel" has "rnage"',
    ],
    ['lists without items', {}, { fuel: 3 }, 'lists.fuel: must be a list of keys, or { key: { property: value } }'],
    ['items without properties', {}, { fuel: { gas: 3 } }, 'lists.fuel.gas: must be { property: value }'],
  ])('The expansion rejects %s', (_, document, own, message) => {
    expect(() => repeatEntries(document, own)).toThrow(message);
  });

  test('A document with many levels is rejected', () => {
    const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'a');
    expect(() => repeat(deep)).toThrow('has more than 50 levels');
  });

  test('Nested loops of a small document cannot expand without bounds', () => {
    const many = { x: Array.from({ length: 100 }, (_, k) => `k${k}`) };
    const nested = { 'for x': { a: { 'for x (2)': { b: { 'for x (3)': { '<x>': 1 } } } } } };
    expect(() => repeatEntries(nested, many)).toThrow('repeat entries to more than 200000 values');
    const long = { x: { ...Object.fromEntries(many.x.map((key) => [key, { text: 'x'.repeat(200_000) }])) } };
    expect(() => repeatEntries({ 'for x': { '<x>': 'a <x.text>' } }, long)).toThrow(
      'insert more than 10000000 characters',
    );
  });
});
