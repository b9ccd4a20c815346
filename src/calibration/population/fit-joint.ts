import type { JointTable } from '../../engine/definition.js';
import type { ObservedCategories } from './observed.js';
import { roundedShares } from './rounded-shares.js';

/** Combinations of categories that occur, and the combination of each row. */
export interface CountedCells {
  /** Codes of the attributes for each cell, in ascending order of the codes. */
  readonly cells: readonly (readonly number[])[];
  /** Six digits each, summing to 1. */
  readonly probabilities: readonly number[];
  /** Cell of each row; -1 if one of the attributes is missing. */
  readonly codes: Int32Array;
}

/**
 * Counts every combination of several attributes.
 *
 * @param weights respondents that each row represents. Default: 1
 */
export function countCells(members: readonly ObservedCategories[], weights?: ArrayLike<number>): CountedCells {
  const rows = members[0]!.codes.length;
  // The codes of a row are digits of one number; the last attribute varies fastest.
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
    probabilities: roundedShares(occurring.map((key) => totals.get(key)!)),
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

/** Joint table with its cells in the given order. */
export function jointTable(ids: readonly string[], counted: CountedCells, order: readonly number[]): JointTable {
  return {
    attributes: [...ids],
    cells: order.map((cell) => [...counted.cells[cell]!]),
    probabilities: order.map((cell) => counted.probabilities[cell]!),
  };
}
