import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ObservedCategories, type ObservedNumbers } from '../../src/engine/calibration/population/observed.js';
import { calibrationFolder } from './calibration-folder.js';

export type Row = Readonly<Record<string, string>>;

export function hasCalibrationData(slug: string): boolean {
  return existsSync(join(calibrationFolder, slug, 'data.csv'));
}

/** The rows of a data set. Its cells hold no commas and no quotes inside. */
export function calibrationRows(slug: string): Row[] {
  const [header, ...lines] = readFileSync(join(calibrationFolder, slug, 'data.csv'), 'utf8')
    .trim()
    .replaceAll('"', '')
    .split('\n');
  const names = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k]!, cell])));
}

/** A column as categories, by their text in the order given; what is none of them is not known. */
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

/** A column's name as definitions name attributes. */
function identifierOf(column: string): string {
  return column.toLowerCase().replaceAll('.', '_');
}

/** A column as numbers; where `known` says no, the number is not known. */
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
