import { readFileSync } from 'node:fs';
import { parseStrictJson } from '../../common/http/strict-json.js';
import { CalibrationError } from '../../calibration/calibration-error.js';
import { EngineError } from '../../engine/definition.js';
import { CommandError } from '../command-error.js';

/** @throws CommandError with the file name and the problem */
export function readJson(file: string): unknown {
  try {
    return parseStrictJson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`Cannot read ${file} as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Adds the file name to errors of the engine and of the calibration. */
export function about<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineError || error instanceof CalibrationError)) throw error;
    throw new CommandError(`${file}: ${error.code}\n${error.message}`);
  }
}
