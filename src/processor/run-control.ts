/** Numbers that a run shares between the worker's main thread and the engine thread, by position. */
export const agentsDone = 0;
export const stopRequested = 1;
/** 1 when the engine thread has started the run. */
const started = 2;
/** Id of the engine thread, and its processor time in ms at the start of the run. 0 if the operating system does not report it. */
const threadId = 3;
const usedMsAtStart = 4;
const size = 5;

export type RunControl = Int32Array<SharedArrayBuffer>;

export function newControl(): RunControl {
  return new Int32Array(new SharedArrayBuffer(size * Int32Array.BYTES_PER_ELEMENT));
}

/** Called by the engine thread at the start of a run. */
export function reportStart(control: RunControl, thread: { threadId: number; usedMs: number } | undefined): void {
  Atomics.store(control, threadId, thread?.threadId ?? 0);
  Atomics.store(control, usedMsAtStart, thread?.usedMs ?? 0);
  Atomics.store(control, started, 1);
}

/** The thread of a run and its processor time at the start; undefined until the run has started. */
export function startOf(control: RunControl): { threadId: number; usedMs: number } | undefined {
  if (Atomics.load(control, started) === 0) return undefined;
  return { threadId: Atomics.load(control, threadId), usedMs: Atomics.load(control, usedMsAtStart) };
}
