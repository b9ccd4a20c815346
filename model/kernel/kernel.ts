import { fromBase64 } from '../math/base64.js';
import { kernelBinary } from './binary.js';

/** Distributions of random numbers, with their codes in the kernel. */
export const distributionCodes = { uniform: 0, gumbel: 1, logistic: 2, normal: 3 } as const;

export type Distribution = keyof typeof distributionCodes;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly firstResult: () => number;
  readonly secondResult: () => number;
  /** Draws two numbers for each of `count` agents. */
  readonly draw: (
    distribution: number,
    key0: number,
    key1: number,
    agent: number,
    step: number,
    address: number,
    replicate: number,
    count: number,
  ) => void;
  /** Converts `count` uniform numbers of both results to a distribution. */
  readonly convert: (distribution: number, count: number) => void;
  readonly utilityTable: () => number;
  readonly errorTable: () => number;
  readonly choiceRow: () => number;
  /** Writes the choices of `count` agents, from utilities and errors. */
  readonly choose: (alternatives: number, count: number) => void;
  /** Replaces the utilities of `count` agents by probabilities. */
  readonly probabilities: (alternatives: number, count: number) => void;
  readonly groupRow: () => number;
  readonly sumTable: () => number;
  /** Adds `length` numbers of each of `count` agents, `utilities[row * length + k]`, to `sums[group * length + k]`. */
  readonly addByGroup: (length: number, count: number) => void;
  /** Adds figures of `count` agents to the moments of their groups, see `addMoments` of `summary/moments.ts`. */
  readonly addMoments: (figures: number, count: number) => void;
}

/** The compiled functions, with views of the memory that they write. The memory has a fixed size, so the views stay valid. */
export interface Kernel extends Pick<
  KernelExports,
  'draw' | 'convert' | 'choose' | 'probabilities' | 'addByGroup' | 'addMoments'
> {
  readonly results: { readonly first: Float64Array; readonly second: Float64Array };
  /** `[alternative * maxKernelRows + row]`. Utilities of unavailable alternatives are -Infinity. */
  readonly utilities: Float64Array;
  readonly errors: Float64Array;
  /** Index of the chosen alternative of each agent; `noChoice` if no alternative is available. */
  readonly choices: Uint8Array;
  /** Group of each row; `noGroup` for agents in no group. */
  readonly groups: Uint8Array;
  readonly sums: Float64Array;
}

/** Maximum rows of one call. */
export const maxKernelRows = 1_024;
/** Maximum alternatives of `choose` and `probabilities`. */
export const maxKernelAlternatives = 16;
export const noChoice = 255;
export const noGroup = 255;
/** Maximum numbers of the table of utilities. */
export const maxKernelCells = maxKernelRows * maxKernelAlternatives;
/** Maximum groups of `addByGroup` and `addMoments`. */
export const maxKernelGroups = noGroup;
/** Maximum sums of `addByGroup` and `addMoments`. */
export const maxKernelSums = 32_768;

let loaded: Kernel | null | undefined;

/** The kernel; undefined if the processor has no SIMD instructions, or if a page does not permit it. The callers then compute the same numbers in TypeScript. */
export function kernel(): Kernel | undefined {
  if (loaded === undefined) loaded = load();
  return loaded ?? undefined;
}

/** Copies the groups of the agents [from, to); -1 becomes `noGroup`. There are at most `maxKernelGroups` groups. */
export function copyGroups({ groups }: Kernel, groupOf: ArrayLike<number>, from: number, to: number): void {
  for (let row = from; row < to; row++) groups[row - from] = groupOf[row]!;
}

// The part of the API that is used: its types are in TypeScript's library for browsers only.
interface WebAssemblyApi {
  readonly validate: (binary: Uint8Array) => boolean;
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}
/** Undefined in some browsers, such as Safari in Lockdown Mode. */
const webAssembly = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The compiled module; undefined if the Content-Security-Policy of a page forbids to compile code. */
function moduleOf({ Module }: WebAssemblyApi, binary: Uint8Array): object | undefined {
  try {
    return new Module(binary);
  } catch {
    return undefined;
  }
}

function load(): Kernel | null {
  // The memory of WebAssembly is little-endian, and typed arrays have the byte order of the processor.
  if (!isLittleEndian) return null;
  const binary = fromBase64(kernelBinary);
  if (!webAssembly?.validate(binary)) return null;
  const module = moduleOf(webAssembly, binary);
  if (!module) return null;
  const { exports } = new webAssembly.Instance(module);
  const compiled = exports as KernelExports;
  const { buffer } = compiled.memory;
  return {
    ...compiled,
    results: {
      first: new Float64Array(buffer, compiled.firstResult(), maxKernelRows),
      second: new Float64Array(buffer, compiled.secondResult(), maxKernelRows),
    },
    utilities: new Float64Array(buffer, compiled.utilityTable(), maxKernelCells),
    errors: new Float64Array(buffer, compiled.errorTable(), maxKernelCells),
    choices: new Uint8Array(buffer, compiled.choiceRow(), maxKernelRows),
    groups: new Uint8Array(buffer, compiled.groupRow(), maxKernelRows),
    sums: new Float64Array(buffer, compiled.sumTable(), maxKernelSums),
  };
}
