import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file. An unchanged one keeps its time, so that nothing is built again. */
export function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
