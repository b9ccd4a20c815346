import type { ColumnCodes } from '../variables/row-groups.js';

/** Rows that are enough to see that a column follows from another one. */
const maxRows = 5_000;

/**
 * Columns whose values do not follow from those of another column, such as the age of a respondent from its id. The others add nothing
 * to a key of choices.
 */
export function independentColumns(names: readonly string[], codes: ReadonlyMap<string, ColumnCodes>): string[] {
  return names.filter((name, position) => {
    const own = codes.get(name)!;
    return !names.some((other, at) => {
      const by = codes.get(other)!;
      const canFollow = by.sizes.length > own.sizes.length || (by.sizes.length === own.sizes.length && at < position);
      return at !== position && canFollow && follows(own, by);
    });
  });
}

function follows({ of }: ColumnCodes, by: ColumnCodes): boolean {
  const rows = Math.min(of.length, maxRows);
  // A column with less than two rows for each value, such as their number, is no part of a key.
  if (by.sizes.length > by.of.length / 1.9) return false;
  const known = new Int32Array(by.sizes.length).fill(-1);
  for (let row = 0; row < rows; row++) {
    const other = by.of[row]!;
    if (known[other] === -1) known[other] = of[row]!;
    else if (known[other] !== of[row]) return false;
  }
  return true;
}
