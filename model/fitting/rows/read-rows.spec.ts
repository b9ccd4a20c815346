import { expandedCatalogSpec } from '../../../test/support/calibration/catalog-spec.js';
import { hasCategories } from '../../definition.js';
import type { Cell } from '../../authoring/recipe/cell.schema.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { type DataError, DataIssues } from '../../authoring/spec-error.js';
import { readCells, type Value } from './read-cell.js';
import { readRows } from './read-rows.js';
import type { Table } from './table.js';

const document = () => expandedCatalogSpec('hiv-test-incentive') as { data: Record<string, unknown> };

/** Rows of the file, the first on line 2. */
function tableOf(header: string, ...rows: string[]): Table {
  const cells = rows.map((row) => row.split(','));
  return {
    columns: new Map(header.split(',').map((name, k) => [name, cells.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (k) => k + 2),
  };
}

const headerLine = 'villnum,got,tinc,distvct,age,hiv2004,split';
const validLines = ['1,1,0,0.5,30,0,train', '1,0,2.5,1.5,41,1,test', '2,1,1,2.5,22,-1,train'];
const read = (table: Table, change: Record<string, unknown> = {}) => {
  const recipe = document();
  return readRows(parseRecipe({ ...recipe, data: { ...recipe.data, ...change } }), table);
};

function messageOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as DataError).message;
  }
}

describe('readRows', () => {
  it('Rows become columns of the engine', () => {
    const rows = read(tableOf(headerLine, ...validLines));
    expect(rows.count).toBe(3);
    expect(Array.from(rows.outcomes.outcome!)).toEqual([1, 0, 1]);
    expect(rows.scenarios.map(({ incentive }) => incentive)).toEqual([0, 2.5, 1]);
    expect(Array.from(rows.scenarioOf)).toEqual([0, 1, 2]);
    expect([Array.from(rows.train), Array.from(rows.test)]).toEqual([[0, 2], [1]]);
    expect(Array.from(rows.clusters)).toEqual([0, 0, 1]);
    const { attributes } = parseRecipe(document()).definition.population;
    const position = attributes.findIndex(({ id }) => id === 'distance');
    expect(hasCategories(attributes[position]!)).toBe(false);
    expect(Array.from(rows.attributes.columns[position]!.values)).toEqual([0.5, 1.5, 2.5]);
  });

  it.each<[string, string[], RegExp]>([
    ['a text where a number is expected', ['1,1,0,far,30,0,train'], /^line 2, column distvct: "far" is not a number/],
    [
      'a missing value under another name',
      ['1,1,0,NA,30,0,train'],
      /column distvct: "NA" is not a number; if it means an empty cell, add it to data\.missing/,
    ],
    [
      'an empty cell that a term requires',
      [...validLines, '3,1,0,,30,0,train'],
      /^line 5, column distvct: is empty, but a term requires it: drop such rows/,
    ],
    ['a text that is not in the map', ['1,1,0,1,30,7,train'], /column hiv2004: "7" is not in the map; it has: /],
    ['an unknown outcome', ['1,maybe,0,1,30,0,train'], /column got: "maybe" is not in the map/],
    [
      'an unknown part of the split',
      ['1,1,0,1,30,0,dev'],
      /column split: "dev" is neither "train" \(train\) nor "test" \(test\)/,
    ],
    ['a number with thousands', ['1,1,0,"1'.replace('"', '') + ' 000,30,0,train'], /"1 000" is not a number/],
  ])('Data with %s are rejected with line and column', (_, rows, expected) => {
    expect(messageOf(() => read(tableOf(headerLine, ...rows)))).toMatch(expected);
  });

  it('The error for a missing column lists the existing columns', () => {
    expect(messageOf(() => read(tableOf('villnum,got,tinc,age,hiv2004,split', '1,1,0,30,0,train')))).toContain(
      'the data have no column "distvct"; existing columns: villnum, got, tinc, age, hiv2004, split',
    );
  });

  it('Rows with the same problem are one message with their number', () => {
    const bad = Array.from({ length: 60 }, () => '1,1,0,far,30,0,train');
    expect(messageOf(() => read(tableOf(headerLine, ...bad, '1,1,0,1,30,0,test')))).toMatch(
      /^line 2 and 59 more, column distvct: "far" is not a number; .*$/,
    );
  });

  it('Reading stops after 20 different problems', () => {
    const bad = Array.from({ length: 60 }, (_, k) => `1,1,0,far${k},30,0,train`);
    expect(messageOf(() => read(tableOf(headerLine, ...bad))).split('\n')).toHaveLength(21);
  });

  it('Rows with missing values and rows that do not match a condition are dropped', () => {
    const table = tableOf(headerLine, ...validLines, '3,1,0,,30,0,train', '4,1,0,1,30,0,train');
    const rows = read(table, {
      drop_when_missing: ['attribute.distance'],
      keep_when: [{ column: 'villnum', in: ['1', '2', '3'] }],
    });
    expect(Array.from(rows.lines)).toEqual([2, 3, 4]);
  });

  it('Data without rows, or without rows of a sample, are rejected', () => {
    const table = tableOf(headerLine, ...validLines);
    expect(messageOf(() => read(table, { keep_when: [{ column: 'villnum', in: ['9'] }] }))).toContain('no row remains');
    expect(messageOf(() => read(tableOf(headerLine, validLines[0]!)))).toContain('the test sample has no rows');
  });
});

describe('readCells', () => {
  const table = tableOf('a,b,c,d', '2,10,x,all', '4,5,x,all', ',1,y,all');
  const values = (cell: Cell): Value[] => readCells(cell, { table, missing: new Set(['']), issues: new DataIssues() });

  it.each<[string, Cell, Value[]]>([
    ['texts as they are', { column: 'b' }, ['10', '5', '1']],
    ['steps in their order', { column: 'b', steps: [{ add: 2 }, { multiply: 10 }, { at_most: 100 }] }, [100, 70, 30]],
    [
      'logarithms and powers',
      { column: 'b', steps: [{ log: true }, { exp: true }, { power: 2 }, { round: 6 }] },
      [100, 25, 1],
    ],
    ['replaced numbers', { column: 'b', steps: [{ replace: { from: 5, to: 0 } }] }, [10, 0, 1]],
    ['intervals that include their lower bound', { column: 'b', cut: [5, 10], into: ['x', 'y', 'z'] }, ['z', 'y', 'x']],
    [
      'ratios, without a value if one side is empty',
      { divide: [{ column: 'b' }, { column: 'a' }] },
      [5, 1.25, undefined],
    ],
    ['differences', { difference: [{ column: 'b' }, { column: 'a' }] }, [8, 1, undefined]],
    ['products and sums', { sum: [{ product: [{ column: 'b' }, { constant: 2 }] }, { constant: 1 }] }, [21, 11, 3]],
    ['null if a condition is false', { column: 'b', when: { column: 'a', at_least: 3 } }, [null, '5', null]],
    [
      'the first cell with a value, or an empty cell',
      { first: [{ column: 'b', when: { column: 'b', at_least: 6 } }, { column: 'a' }] },
      ['10', '4', undefined],
    ],
    [
      'the mean over the rows with the same text, of their logarithms for a geometric one',
      { mean: { column: 'b', steps: [{ log: true }] }, by: 'c', steps: [{ exp: true }, { round: 6 }] },
      [7.071068, 7.071068, 1],
    ],
    ['the mean of the rows with a value', { mean: { column: 'a' }, by: 'd' }, [3, 3, 3]],
    ['the value of an empty cell', { column: 'a', if_missing: 0 }, ['2', '4', 0]],
    [
      'mapped texts, with null for no value',
      { column: 'b', map: { 10: 'ten', 5: null }, otherwise: 'other' },
      ['ten', null, 'other'],
    ],
  ])('A cell can contain %s', (_, cell, expected) => {
    expect(values(cell)).toEqual(expected);
  });

  it('A value that is not a finite number is rejected', () => {
    const issues = new DataIssues();
    readCells({ divide: [{ column: 'b' }, { constant: 0 }] }, { table, missing: new Set(), issues });
    expect(messageOf(() => issues.throwIfAny())).toContain('Infinity');
  });
});
