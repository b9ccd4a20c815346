import { type JointTable } from '../../engine/definition/population.schema.js';
import { type ObservedCategories } from './observed.js';
import { sharesOf } from './shares.js';

/** The combinations that occur, and which one each row has. */
export interface CountedCells {
  /** For each cell the codes of its attributes; in rising order of the codes. */
  readonly cells: readonly (readonly number[])[];
  /** Six digits each, summing to 1. */
  readonly probabilities: readonly number[];
  /** -1 where one of the attributes is not known. */
  readonly codes: Int32Array;
}

/** Counts every combination of several attributes. */
export function countCells(members: readonly ObservedCategories[], weights?: ArrayLike<number>): CountedCells {
  const rows = members[0]!.codes.length;
  // The codes of a row as digits of one number, the last attribute running fastest.
  const keyOf = (row: number) =>
    members.reduce((key, { codes, categories }) => {
      const code = codes[row]!;
      return key < 0 || code < 0 ? -1 : key * categories.length + code;
    }, 0);
  const keys = Array.from({ length: rows }, (_, row) => keyOf(row));
  const totals = new Map<number, number>();
  keys.forEach((key, row) => {
    const weight = weights?.[row] ?? 1;
    if (key >= 0 && weight > 0) totals.set(key, (totals.get(key) ?? 0) + weight);
  });
  const occurring = [...totals.keys()].sort((a, b) => a - b);
  const cellOf = new Map(occurring.map((key, cell) => [key, cell]));
  return {
    cells: occurring.map((key) => digitsOf(key, members)),
    probabilities: sharesOf(occurring.map((key) => totals.get(key)!)),
    codes: Int32Array.from(keys, (key) => cellOf.get(key) ?? -1),
  };
}

function digitsOf(key: number, members: readonly ObservedCategories[]): number[] {
  let rest = key;
  return members
    .toReversed()
    .map(({ categories }) => {
      const code = rest % categories.length;
      rest = (rest - code) / categories.length;
      return code;
    })
    .toReversed();
}

/** The table with its cells in a given order. */
export function jointTable(ids: readonly string[], counted: CountedCells, order: readonly number[]): JointTable {
  return {
    attributes: [...ids],
    cells: order.map((cell) => [...counted.cells[cell]!]),
    probabilities: order.map((cell) => counted.probabilities[cell]!),
  };
}
