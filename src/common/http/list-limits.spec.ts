import { z } from 'zod';
import { maxSizeOf, tooLong } from './list-limits.js';

const map = z.record(z.string(), z.array(z.string()).max(2)).meta({ maxProperties: 2 });
const schema = z.strictObject({
  list: z.array(z.strictObject({ names: z.array(z.string()).min(1).max(3).optional() })).max(2),
  map: map.optional().meta({ description: 'A map.' }),
  either: z
    .union([z.string(), z.array(z.number()).max(1), z.strictObject({ a: z.array(z.number()).max(1) })])
    .optional(),
  nullable: z.array(z.string()).max(1).nullable().default(null),
  refined: z
    .array(z.string())
    .max(1)
    .refine(() => true)
    .optional(),
  pair: z.tuple([z.number(), z.number()]).optional(),
});
const preprocessed = z.preprocess((value) => value, schema);
const pathOf = (value: object) => tooLong(schema, { list: [], ...value })?.path;
const wrong = (length: number) => Array.from({ length }, () => ({ wrong: true }));

describe('the limits of lists and maps', () => {
  it.each<[string, object]>([
    ['list', { list: wrong(3) }],
    ['list.1.names', { list: [{}, { names: wrong(4) }] }],
    ['map', { map: { a: [], b: [], c: [] } }],
    ['map.b', { map: { a: [], b: wrong(3) } }],
    ['either', { either: wrong(2) }],
    ['either.a', { either: { a: wrong(2) } }],
    ['nullable', { nullable: wrong(2) }],
    ['refined', { refined: wrong(2) }],
  ])('%s is rejected if it is longer than permitted, also with wrong items', (path, value) => {
    expect(pathOf(value)).toBe(path);
    expect(tooLong(preprocessed, { list: [], ...value })?.path).toBe(path);
  });

  it.each<[string, object]>([
    [
      'lists and maps at their maximum',
      { list: wrong(2), map: { a: ['x', 'y'], b: [] }, either: [1], nullable: ['x'] },
    ],
    ['other types', { list: 'x', map: [1, 2, 3], either: 'x', nullable: null, refined: 7, pair: [1, 2, 3] }],
    ['unknown fields', { other: wrong(100), constructor: wrong(100) }],
  ])('%s are left to the schema', (_, value) => {
    expect(tooLong(schema, { list: [], ...value })).toBeUndefined();
  });

  it('The message states the maximum', () => {
    expect(tooLong(schema, { list: wrong(3) })?.message).toBe('expected at most 2 items');
    expect(tooLong(schema, { list: [], map: { a: [], b: [], c: [] } })?.message).toBe('expected at most 2 fields');
  });

  it('A list or a map without a maximum has none', () => {
    expect(maxSizeOf(z.array(z.string()))).toBe(Infinity);
    expect(maxSizeOf(z.record(z.string(), z.string()))).toBe(Infinity);
    expect(maxSizeOf(z.string())).toBeUndefined();
  });
});
