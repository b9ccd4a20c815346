import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import type { Table } from '../src/calibration/rows/table.js';

/** Folder with the data of each workflow. */
export const calibrationFolder = process.env.CALIBRATION_DATA ?? join(projectFolder, '../shared/calibration');

export function readTable(file: string): Table {
  const [names = [], ...rows] = parse(readFileSync(file), { bom: true, skip_empty_lines: true, columns: false });
  return {
    columns: new Map(names.map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}
