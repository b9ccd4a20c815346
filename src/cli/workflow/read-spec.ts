import { readFileSync } from 'node:fs';
import type { CalibrationRecipe } from '../../calibration/recipe/parse-recipe.js';
import { parseFullSpec, parseSpecFile } from '../../calibration/spec/full/parse-full-spec.js';
import { CommandError } from '../command-error.js';
import { about } from './files.js';

/** Reads a spec of either kind, in YAML or JSON, with its base and its questions. @throws CommandError */
export function readSpec(file: string): unknown {
  return about(file, () => parseSpecFile(file, textOf));
}

/** Whether a spec has a formula, instead of the parts of a definition. */
export function isShortSpec(document: unknown): document is object {
  return typeof document === 'object' && document !== null && ('formula' in document || 'workflow_id' in document);
}

/** Reads a full spec. @throws CommandError */
export function readFullSpec(file: string): CalibrationRecipe {
  const document = readSpec(file);
  return about(file, () => parseFullSpec(document));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`Cannot read ${file}.`);
  }
}
