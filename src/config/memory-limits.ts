/** Maximum memory in MiB, and how many use it at the same time in one process. */
interface MemoryLimit {
  readonly memoryMb: number;
  readonly concurrent: number;
}

/**
 * What an API process needs at most: its event loop with the threads that have no limit of their own, and the threads and processes for
 * requests. `test/project/kubernetes.spec.mjs` compares the sum with the manifest.
 */
export const apiMemory = {
  eventLoop: { memoryMb: 1_536, concurrent: 1 },
  /** Files, datasets and populations share the places for child processes. */
  childProcess: { memoryMb: 3_072, concurrent: 3 },
  rulesThread: { memoryMb: 512, concurrent: 1 },
  definitionThread: { memoryMb: 256, concurrent: 3 },
} as const satisfies Record<string, MemoryLimit>;

/** The same of a worker. It has one engine thread for each CPU. */
export const workerMemory = {
  eventLoop: { memoryMb: 1_024, concurrent: 1 },
  engineThread: { memoryMb: 1_536 },
} as const;
