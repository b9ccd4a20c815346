import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import { type AttributeTable } from '../../src/engine/population/attribute-table.js';
import { type StreamKey } from '../../src/engine/random/stream-key.js';
import { COEFFICIENTS, SPREADS } from './market.js';

/** The same pass by somebody else: the processor time of its fastest round, and what it printed of the outcomes. */
export interface OtherPass {
  readonly milliseconds: number;
  readonly outcomes: string;
}

/** Writes what `choice.c` and `choice.py` read. */
export function writeInput(file: string, { count, columns }: AttributeTable, { word0, word1 }: StreamKey): void {
  const head = Float64Array.of(count, word0, word1, ...COEFFICIENTS, ...SPREADS);
  writeFileSync(file, Buffer.concat([head, ...columns.map(({ values }) => values)].map(bytesOf)));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** C, compiled here with -O3 and all of IEEE 754; nothing where there is no compiler. */
export function passInC(folder: string, input: string, passes: number): OtherPass | undefined {
  const compiler = ['cc', 'gcc', 'clang'].find((name) => isThere(name, ['--version']));
  if (!compiler) return undefined;
  const program = join(folder, 'choice');
  const source = join(projectFolder, 'bench/engine/choice.c');
  execFileSync(compiler, ['-O3', '-ffp-contract=off', '-o', program, source, '-lm']);
  return run(program, [String(passes), input]);
}

/** numpy, in one thread; nothing where python3 has none. */
export function passInNumpy(input: string, passes: number): OtherPass | undefined {
  if (!isThere('python3', ['-c', 'import numpy'])) return undefined;
  return run('python3', [join(projectFolder, 'bench/engine/choice.py'), String(passes), input]);
}

function isThere(program: string, parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;
}

function run(program: string, parameters: string[]): OtherPass {
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const printed = execFileSync(program, parameters, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 });
  const [nanoseconds, outcomes] = printed.split('\n');
  return { milliseconds: Number(nanoseconds) / 1e6, outcomes: outcomes! };
}
