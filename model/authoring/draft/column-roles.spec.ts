import { rolesOf } from './column-roles.js';
import { numbers } from '../testing/numbers.js';

const rows = 240;
const next = numbers(11);
const column = (valueOf: (row: number) => unknown) => Array.from({ length: rows }, (_, row) => String(valueOf(row)));
const shuffled = column(() => 10_000 + Math.floor(80_000 * next()));
const age = column(() => 18 + Math.floor(60 * next()));
const personAges = age.map((_, row) => age[Math.floor(row / 4)]!);
const persons = column((row) => 7_000 + ((Math.floor(row / 4) * 37) % 61));
const villages = column((row) => `village ${(row * 7) % 24}`);
const rolesOfColumns = (columns: Readonly<Record<string, readonly string[]>>) =>
  rolesOf({ columns: new Map(Object.entries(columns)), lines: Int32Array.from({ length: rows }, (_, row) => row + 2) });
const typeAndGuess = (columns: Readonly<Record<string, readonly string[]>>) =>
  rolesOfColumns(columns).columns.map(({ type, guess }) => [type, guess])[0];

test.each([
  ['CUSTOMER_ID', shuffled],
  ['kundennummer', shuffled],
  ['ID', column((row) => 3 * row + 17)],
  ['x1', column((row) => row + 1)],
  ['x2', column((row) => 5 * row + (row % 3))],
])('%s is an identifier, because its numbers never repeat', (name, texts) => {
  expect(typeAndGuess({ [name]: texts, age })).toEqual(['id', 'id']);
});

test.each([
  ['visits_num', column((row) => (row * row) % 9)],
  ['zip_code', column((row) => 10_000 + ((row * 7) % 50))],
  ['minutes', column((row) => Math.floor(row / 2))],
  ['day', column((row) => row + 1)],
  ['income', shuffled],
  ['age', age],
])('%s is a number, because it neither numbers the rows nor repeats with other columns', (name, texts) => {
  const band = texts.map((text) => String(Math.floor(Number(text) / 20)));
  expect(typeAndGuess({ [name]: texts, other: column(() => Math.floor(5 * next())), band })).toEqual(['integer', null]);
});

test.each([
  ['resp', persons],
  ['ID', persons],
  ['Resp', persons.map((text) => String(Number(text) % 15))],
  ['v17', persons],
  ['panelist', persons.map((text) => `p${text}`)],
])('%s is a group, because other columns repeat with it', (name, texts) => {
  expect(typeAndGuess({ [name]: texts, age: personAges, x: column(() => next().toFixed(2)) })).toEqual(['id', 'group']);
});

test('Villages that received the same treatment are the groups of the rows, also if households are in them', () => {
  const treated = villages.map((village) => (Number(village.slice(8)) % 2 ? 'letter' : 'none'));
  const { group, keys } = rolesOfColumns({ village: villages, treated, y: column(() => Math.floor(2 * next())) });
  expect([group, keys[0]?.nested]).toEqual(['village', ['treated']]);
  const open = rolesOfColumns({ village: villages, y: column(() => Math.floor(2 * next())) });
  expect([open.group, open.keys.map(({ kind }) => kind)]).toEqual([undefined, ['possible_group']]);
});

test.each([
  ['price', ['1.5', '2', '2.5'], 'parameter'],
  ['group', ['Mens E-Mail', 'Womens E-Mail', 'No E-Mail'], 'parameter'],
  ['kanal', ['ohne Brief', 'Brief', 'Anruf'], 'parameter'],
  ['coupon', ['0', '1'], 'parameter'],
  ['age_group', ['18-24', '25-64', '65+'], null],
  ['region', ['north', 'south', 'west'], null],
])('The column %s with the values %j has the meaning %s', (name, values, guess) => {
  expect(rolesOfColumns({ [name]: column((row) => values[row % values.length]) }).columns[0]?.guess).toBe(guess);
});
