import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import type { Table } from '../src/calibration/rows/table.js';
import { readTextTable } from '../src/common/table-files/read-table.js';

/** Folder with the data of each workflow. */
export const calibrationFolder = process.env.CALIBRATION_DATA ?? join(projectFolder, '../shared/calibration');

export const readTable = (file: string): Table => readTextTable(readFileSync(file), 'csv');
