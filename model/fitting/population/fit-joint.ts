import type { JointTable } from '../../definition.js';
import type { ObservedCategories } from './rank-curve.js';

/** Number of steps between 0 and 1 in which probabilities are written: six digits. */
export const probabilitySteps = 1_000_000;

/**
 * Weights as probabilities with six digits that sum to exactly 1, by the largest remainder method: each is rounded
 * down, and the remaining steps go to the largest remainders (the first of equal ones).
 * Source: Balinski and Young, "Fair representation" (2001), Hamilton's method.
 *
 * @param weights not negative, at least one above 0
 */
export function roundedShares(weights: ArrayLike<number>): number[] {
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const exact = Array.from(weights, (weight) => (weight / total) * probabilitySteps);
  const steps = exact.map(Math.floor);
  const left = probabilitySteps - steps.reduce((sum, step) => sum + step, 0);
  const byLoss = exact.map((_, k) => k).sort((a, b) => exact[b]! - steps[b]! - (exact[a]! - steps[a]!) || a - b);
  for (const k of byLoss.slice(0, left)) steps[k]! += 1;
  return steps.map((step) => step / probabilitySteps);
}

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
