import type { Attribute } from '../../../model/definition.js';
import { readCsv } from '../../common/table-files/read-csv.js';
import { PeopleTable, readWeight } from './people-table.js';

describe('PeopleTable', () => {
  it('An unquoted NA of a CSV file is missing, and a quoted one is a category with this name', () => {
    const categories = ['DE', 'NA'].map((label) => ({ id: label.toLowerCase(), label }));
    const country = { id: 'country', type: 'categorical', categories } as unknown as Attribute;
    const table = new PeopleTable([country], { columns: {}, values: {} });
    readCsv(Buffer.from('country\nDE\n"NA"\nNA\n'), table);
    expect(table.issues).toEqual([]);
    expect(Array.from(table.toColumns().columns[0]!)).toEqual([0, 1, NaN]);
  });
});

describe('readWeight', () => {
  it('A text of a million digits and a letter is rejected in linear time', () => {
    // Quadratic time would take an hour.
    expect(readWeight(`${'1'.repeat(1_000_000)}x`)).toContain('expected a weight');
    expect([readWeight('1.'), readWeight('.5'), readWeight('+1.5e3')]).toEqual([1, 0.5, 1500]);
  });
});
