import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedCategories, ObservedNumbers } from '../../model/fitting/population/fit-margins.js';
import { calibrationFolder } from './calibration-folder.js';

export type Row = Readonly<Record<string, string>>;

export function hasCalibrationData(slug: string): boolean {
  return existsSync(join(calibrationFolder, slug, 'data.csv'));
}

/** A `describe` whose body needs a data set. Jest runs the body of `describe.skip` too. */
export function describeWithData(slug: string, title: string, body: () => void): void {
  if (hasCalibrationData(slug)) describe(title, body);
  else describe.skip(title, () => it('Needs the calibration data', () => undefined));
}

/** The rows of a data set. Cells contain no commas and no inner quotes. */
export function calibrationRows(slug: string): Row[] {
  const [header, ...lines] = readFileSync(join(calibrationFolder, slug, 'data.csv'), 'utf8')
    .trim()
    .replaceAll('"', '')
    .split('\n');
  const names = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k]!, cell])));
}

/** Codes a text column by position in `texts`. Other texts get code -1 (unknown). */
export function observedCategories(
  rows: readonly Row[],
  type: ObservedCategories['type'],
  column: string,
  texts: readonly string[],
): ObservedCategories {
  return {
    type,
    id: identifierOf(column),
    label: column,
    categories: texts.map((text, code) => ({ id: `c${code}`, label: text })),
    codes: Int16Array.from(rows, (row) => texts.indexOf(row[column]!)),
  };
}

/** Converts a column name to an attribute id. */
function identifierOf(column: string): string {
  return column.toLowerCase().replaceAll('.', '_');
}

/** Reads one number per row. `undefined` becomes NaN (unknown). */
export function observedNumbers(
  rows: readonly Row[],
  type: ObservedNumbers['type'],
  id: string,
  value: (row: Row) => number | undefined = (row) => Number(row[id]),
): ObservedNumbers {
  return {
    type,
    id: identifierOf(id),
    label: id,
    unit: 'units',
    values: Float64Array.from(rows, (row) => value(row) ?? NaN),
  };
}
