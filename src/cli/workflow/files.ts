import { readFileSync } from 'node:fs';
import { parseStrictJson } from '../../common/http/strict-json.js';
import { CalibrationError } from '../../calibration/calibration-error.js';
import { EngineError } from '../../engine/index.js';
import { CommandError } from '../command-error.js';

/** @throws CommandError telling the file and what is wrong with it */
export function readJson(file: string): unknown {
  try {
    return parseStrictJson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What the engine refuses is told to the operator as it is, after the file it is about. */
export function about<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineError || error instanceof CalibrationError)) throw error;
    throw new CommandError(`${file}: ${error.code}\n${error.message}`);
  }
}
