import { EngineError } from '../engine-error.js';
import type { Column } from './column.js';

/** Returns the column with this name. Throws EngineError `invalid_argument` if it is missing. */
export function columnNamed(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new EngineError('invalid_argument', `Column ${name} is missing.`, { column: name });
  return column;
}
