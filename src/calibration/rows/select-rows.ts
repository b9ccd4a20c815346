import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import { DataError, DataIssues } from '../recipe/recipe-error.js';
import type { RecipeData } from '../recipe/recipe.schema.js';
import { readCells, type Reader } from './read-cell.js';
import { columnOf, rowsWhere, type Table } from './table.js';

/**
 * Rows that match every `keep_when` condition and have every value of `drop_when_missing`.
 *
 * @throws DataError if no row remains
 */
export function selectRows({ data }: CalibrationRecipe, file: Table): Table {
  const conditions = data.keep_when.map((condition) => ({ ...condition, texts: columnOf(file, condition.column) }));
  const kept = rowsWhere(file, (row) => conditions.every((one) => one.in.includes(one.texts[row]!.trim())));
  // `readRows` reports values that cannot be read in the remaining rows.
  const reader: Reader = { table: kept, missing: new Set(data.missing), issues: new SilentIssues() };
  const needed = data.drop_when_missing.map((name) => {
    const cell = data.columns[name] ?? { column: name };
    return readCells(cell, reader);
  });
  const table = rowsWhere(kept, (row) => needed.every((values) => values[row] !== undefined && values[row] !== null));
  if (table.lines.length === 0) {
    throw new DataError([{ line: 0, column: '', message: 'no row remains: check keep_when and drop_when_missing' }]);
  }
  return table;
}

class SilentIssues extends DataIssues {
  override add(): void {
    return;
  }
}

/**
 * Rows of the training sample and of the test sample.
 *
 * Adds an issue for each row in neither sample, and for an empty sample.
 */
export function splitOf(
  { column, train, test }: RecipeData['split'],
  { table, issues }: Reader,
): { train: Int32Array; test: Int32Array } {
  const texts = columnOf(table, column);
  const rows = { train: [] as number[], test: [] as number[] };
  texts.forEach((text, row) => {
    if (text.trim() === train) rows.train.push(row);
    else if (text.trim() === test) rows.test.push(row);
    else issues.add(table.lines[row]!, column, `"${text}" is neither "${train}" (train) nor "${test}" (test)`);
  });
  for (const part of ['train', 'test'] as const)
    if (rows[part].length === 0) issues.add(0, column, `the ${part} sample has no rows`);
  return { train: Int32Array.from(rows.train), test: Int32Array.from(rows.test) };
}
