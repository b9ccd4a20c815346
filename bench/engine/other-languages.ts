import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import type { AttributeTable } from '../../model/population/attribute-table.js';
import type { StreamKey } from '../../model/random/stream-key.js';
import { coefficientValues, spreads } from './market.js';

/** The same pass in another language: CPU time of the fastest round, and the printed outcomes. */
export interface OtherPass {
  readonly milliseconds: number;
  readonly outcomes: string;
}

/** Writes the input file of `choice.c` and `choice.py`. */
export function writeInput(file: string, { count, columns }: AttributeTable, { word0, word1 }: StreamKey): void {
  const head = Float64Array.of(count, word0, word1, ...coefficientValues, ...spreads);
  writeFileSync(file, Buffer.concat([head, ...columns.map(({ values }) => values)].map(bytesOf)));
}

export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Runs the pass in C. Returns undefined without a compiler. */
export function passInC(folder: string, input: string, passes: number): OtherPass | undefined {
  return runInC(folder, 'bench/engine/choice.c', input, passes);
}

/** Runs a program in C, compiled with -O3 and strict IEEE 754. Returns undefined without a compiler. */
export function runInC(folder: string, source: string, input: string, passes: number): OtherPass | undefined {
  const compiler = ['cc', 'gcc', 'clang'].find((name) => isInstalled(name, ['--version']));
  if (!compiler) return undefined;
  const program = join(folder, 'program');
  execFileSync(compiler, ['-O3', '-ffp-contract=off', '-o', program, join(projectFolder, source), '-lm']);
  return run(program, [String(passes), input]);
}

/** Runs the pass in numpy with one thread. Returns undefined without numpy. */
export function passInNumpy(input: string, passes: number): OtherPass | undefined {
  if (!isInstalled('python3', ['-c', 'import numpy'])) return undefined;
  return run('python3', [join(projectFolder, 'bench/engine/choice.py'), String(passes), input]);
}

function isInstalled(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function run(program: string, args: string[]): OtherPass {
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const printed = execFileSync(program, args, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 });
  const [nanoseconds, outcomes] = printed.split('\n');
  return { milliseconds: Number(nanoseconds) / 1e6, outcomes: outcomes! };
}
