import { createHash } from 'node:crypto';
import type { Column } from './column.js';
import { digestColumns } from './digest-columns.js';

const columns: Column[] = [
  { name: 'outcome', type: 'category', categories: ['a', 'b'], values: Uint8Array.of(1, 0) },
  { name: 'age', type: 'int32', values: Int32Array.of(-2, 258) },
  { name: 'utility', type: 'float64', values: Float64Array.of(1, -0.5) },
];

describe('digestColumns', () => {
  it('The digest is the SHA-256 of the layout, a line feed and the little-endian values', () => {
    const layout =
      '{"agent_count":2,"columns":[{"name":"outcome","type":"category","categories":["a","b"]},{"name":"age","type":"int32"},{"name":"utility","type":"float64"}]}\n';
    const values = Buffer.from('0100' + 'feffffff02010000' + '000000000000f03f' + '000000000000e0bf', 'hex');
    expect(digestColumns(columns)).toBe(createHash('sha256').update(layout).update(values).digest('hex'));
  });

  it('The digest changes with each value, name, type, category and the column order', () => {
    const [outcome, age, utility] = columns as [Column, Column, Column];
    const changed: Column[][] = [
      [outcome, { ...age, values: Int32Array.of(-2, 259) } as Column, utility],
      [outcome, { ...age, name: 'ages' }, utility],
      [{ ...outcome, categories: ['a', 'c'] } as Column, age, utility],
      [{ name: 'outcome', type: 'bool', values: Uint8Array.of(1, 0) }, age, utility],
      [age, outcome, utility],
    ];
    const digests = [columns, ...changed].map((changedColumns) => digestColumns(changedColumns));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('The digest does not depend on memory outside the values', () => {
    const padded = columns.map((column): Column => {
      const memory = column.values.constructor as new (length: number) => Column['values'];
      const wide = new memory(10).fill(7);
      wide.set(column.values, 5);
      return { ...column, values: wide.subarray(5, 7) } as Column;
    });
    expect(digestColumns(padded)).toBe(digestColumns(columns));
  });
});
