import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { dataFolder } from '../src/cli/workflow/data-folder.js';
import type { CalibrationRecipe } from '../src/calibration/recipe/parse-recipe.js';
import type { Table } from '../src/calibration/rows/table.js';
import { parseFullSpec, parseSpecFile } from '../src/calibration/spec/full/parse-full-spec.js';
import { readTextTable } from '../src/common/table-files/read-table.js';

/** Folder with the data of each workflow. */
export const calibrationFolder = process.env.CALIBRATION_DATA ?? join(projectFolder, '../shared/calibration');

export const specFolder = join(projectFolder, 'src/catalog/specs');

const specFile = (slug: string) => join(specFolder, `${slug}.yaml`);

/** Folder with the data of a workflow. */
export const dataFolderOf = (slug: string): string => dataFolder(calibrationFolder, specFile(slug));

export function readFullSpec(slug: string): CalibrationRecipe {
  return parseFullSpec(parseSpecFile(specFile(slug), (file) => readFileSync(file, 'utf8')));
}

export const readTable = (file: string): Table => readTextTable(readFileSync(file), 'csv');
