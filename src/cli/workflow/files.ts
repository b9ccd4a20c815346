import { readFileSync } from 'node:fs';
import { parseStrictJson } from '../../common/http/strict-json.js';
import { CalibrationError } from '../../../model/fitting/calibration-error.js';
import { EngineError } from '../../../model/definition.js';
import { CommandError } from '../options.js';

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

/** Values up to this width are read and compared as lines of a table. */
const width = 220;

/** Formats a document with each value that fits and each list of numbers on one line. Equal documents produce equal text. */
export function jsonText(document: unknown): string {
  return `${valueText(document, '', 0)}\n`;
}

/** @param before characters before the value on its line */
function valueText(value: unknown, indent: string, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = lineText(value);
  const isNumbers = Array.isArray(value) && value.every((item) => typeof item === 'number');
  // The comma after a value needs a place.
  if (isNumbers || before + line.length < width) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => deeper + valueText(item, deeper, deeper.length)).join(',\n')}\n${indent}]`;
  const lines = entriesOf(value).map(([key, item]) => {
    const name = `${deeper}${JSON.stringify(key)}: `;
    return name + valueText(item, deeper, name.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function lineText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineText).join(', ')}]`;
  const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${lineText(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const entriesOf = (value: object) =>
  Object.entries(value).filter((entry): entry is [string, unknown] => entry[1] !== undefined);
