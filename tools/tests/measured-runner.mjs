// Jest's own test runner, which also measures the processor time of each test file, and counts the processes and threads that it starts.
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { processorSeconds } from './processor-time.mjs';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

let started = 0;
for (const channel of ['child_process', 'worker_threads']) subscribe(channel, () => started++);

/** Adds to the result of a file its seconds of processor time with threads and child processes, and the number of those. */
export default async function runMeasured(...args) {
  const seconds = processorSeconds();
  const before = started;
  const result = await circus(...args);
  const measured = { seconds: processorSeconds() - seconds, started: started - before };
  return { ...result, perfStats: { ...result.perfStats, ...measured } };
}
