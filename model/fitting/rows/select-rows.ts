import { sha256 } from '../../math/sha256.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { DataError, DataIssues } from '../../authoring/spec-error.js';
import type { RecipeData } from '../../authoring/recipe/recipe.schema.js';
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
    const cell = (Object.hasOwn(data.columns, name) && data.columns[name]) || { column: name };
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
 *
 * @param groups groups that a random split does not cut
 */
export function splitOf(
  split: RecipeData['split'],
  reader: Reader,
  groups: readonly string[] | undefined,
): { train: Int32Array; test: Int32Array } {
  const rows = 'column' in split ? splitByColumn(split, reader) : splitAtRandom(split, reader, groups);
  const source = 'column' in split ? split.column : '';
  for (const part of ['train', 'test'] as const)
    if (rows[part].length === 0) reader.issues.add(0, source, `the ${part} sample has no rows`);
  return { train: Int32Array.from(rows.train), test: Int32Array.from(rows.test) };
}

interface Split {
  readonly train: number[];
  readonly test: number[];
}

function splitByColumn(
  { column, train, test }: Extract<RecipeData['split'], { column: string }>,
  { table, issues }: Reader,
): Split {
  const rows: Split = { train: [], test: [] };
  columnOf(table, column).forEach((text, row) => {
    if (text.trim() === train) rows.train.push(row);
    else if (text.trim() === test) rows.test.push(row);
    else issues.add(table.lines[row]!, column, `"${text}" is neither "${train}" (train) nor "${test}" (test)`);
  });
  return rows;
}

/** Selects the groups with the lowest hashes, so that the sample of a group does not depend on the order of the rows. */
function splitAtRandom(
  { seed, share }: Extract<RecipeData['split'], { seed: number }>,
  { table }: Reader,
  groups: readonly string[] | undefined,
): Split {
  const labels = groups ?? Array.from(table.lines, String);
  const hashes = new Map<string, string>();
  for (const label of labels) if (!hashes.has(label)) hashes.set(label, hashOf(`${seed}:${label}`));
  const ordered = [...hashes].sort(([a, own], [b, other]) => (own < other ? -1 : own > other ? 1 : a < b ? -1 : 1));
  const tested = new Set(ordered.slice(0, Math.round(share * ordered.length)).map(([label]) => label));
  const rows: Split = { train: [], test: [] };
  labels.forEach((label, row) => (tested.has(label) ? rows.test : rows.train).push(row));
  return rows;
}

const hashOf = (text: string) => sha256().update(text).hex();
