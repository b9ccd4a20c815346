import { itInFullLevel } from '../../test/support/full-level.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import type { Table } from '../fitting/rows/table.js';
import { draftSpec } from './draft/draft-spec.js';
import { expandSpec } from './expand-spec.js';
import { parseSpec } from './parse-spec.js';
import { SpecError } from './spec-error.js';
import { numbers } from './testing/numbers.js';

const names = ['a', 'B c', '__proto__', 'constructor', 'x{y}', 'é à', '1st', 'A_b', 'a_b', '"q"', 'a:b', '=1+1', '-x'];
const more = [
  'yes',
  'null',
  'period',
  'price',
  '',
  'as_observed',
  'long '.repeat(40),
  'a\nb',
  '😀',
  'a`b',
  '#c',
  '[x]',
];
const values = [
  ...[
    ['0', '1'],
    ['yes', 'no'],
    ['a', 'b', 'c'],
    ['1', '2', '3', '4'],
    ['{x}', 'y{'],
    ['as_observed', 'none', 'x'],
  ],
  ...[
    ['1.5', '-3', '4e300'],
    ['', 'x', 'y'],
    ['NA', '1', '2'],
    ['constructor', 'toString'],
    ['long '.repeat(60), 'b'],
  ],
  ...[
    ['1', '1'],
    ['0', '0.0', '00'],
    ['2024-01-01', '2024-01-02'],
    [' a', 'a ', 'A'],
    ['日本', '中国'],
  ],
];

/** Drafts and expands specs of random tables with names and values of any text. Returns the errors that are not problems of the spec. */
function unexpectedErrors(tables: number): string[] {
  const next = numbers(3);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const unexpected: string[] = [];
  for (let k = 0; k < tables; k++) {
    const columns = new Map<string, string[]>();
    for (let column = 0; column < 5; column++) {
      const own = oneOf(values);
      columns.set(
        oneOf([...names, ...more]),
        Array.from({ length: 60 }, () => oneOf(own)),
      );
    }
    const hostile: Table = { columns, lines: Int32Array.from({ length: 60 }, (_, row) => row + 2) };
    const alternatives = oneOf([undefined, undefined, undefined, 'wide', 'long'] as const);
    try {
      const { spec } = draftSpec(hostile, {
        file: 'x.csv',
        outcome: [...columns.keys()][0]!,
        missing: 'drop',
        alternatives,
      });
      parseRecipe(expandSpec(parseSpec(spec), hostile).recipe);
    } catch (error) {
      if (!(error instanceof SpecError)) unexpected.push(String(error));
    }
  }
  return unexpected;
}

describe('Hostile tables', () => {
  test('Names and values of any text give a valid recipe or a problem of the spec', () => {
    expect(unexpectedErrors(40)).toEqual([]);
  });

  itInFullLevel('Many tables with names and values of any text give a valid recipe or a problem of the spec', () => {
    expect(unexpectedErrors(400)).toEqual([]);
  });
});
