import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { dataFolder, readRecipe as readRecipeFile } from '../src/cli/workflow/read-spec.js';
import type { CalibrationRecipe } from '../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../model/fitting/rows/table.js';
import { readTextTable } from '../src/common/table-files/read-table.js';

/** Folder with the data of each workflow. */
export const calibrationFolder = process.env.CALIBRATION_DATA ?? join(projectFolder, '../shared/calibration');

export const specFolder = join(projectFolder, 'catalog/specs');

const specFile = (slug: string) => join(specFolder, `${slug}.yaml`);

/** Folder with the data of a workflow. */
export const dataFolderOf = (slug: string): string => dataFolder(calibrationFolder, specFile(slug));

export function readRecipe(slug: string): CalibrationRecipe {
  return readRecipeFile(specFile(slug));
}

export const readTable = (file: string): Table => readTextTable(readFileSync(file), 'csv');
