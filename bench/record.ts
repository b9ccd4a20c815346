import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { ENGINE_VERSION } from '../model/definition.js';

/** Date, commit and engine version of a measurement. */
export function measuredNow() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectFolder, encoding: 'utf8' }).trim();
  return { date: new Date().toISOString().slice(0, 10), commit, engine_version: ENGINE_VERSION };
}

/** Writes figures that the documentation shows. Numbers have six digits. */
export function writeRecord(file: string, figures: object): void {
  const path = join(projectFolder, file);
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(figures, rounded, 2)}\n`);
}

/** The figures of an earlier measurement; undefined without one. */
export function readRecord<Figures>(file: string): Figures | undefined {
  const path = join(projectFolder, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Figures) : undefined;
}
