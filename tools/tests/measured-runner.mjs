// Jest's own test runner, which also measures the processor time of each test file.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { processorSeconds } from './processor-time.mjs';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

/** Files of a worker process from one measurement of the yardstick to the next. */
const filesPerYardstick = 15;
let fileCount = 0;

/** Adds to the result of a file its seconds of processor time with threads and child processes, and sometimes the seconds of the yardstick. */
export default async function runMeasured(...args) {
  const start = processorSeconds();
  const result = await circus(...args);
  const seconds = processorSeconds() - start;
  const yardstick = fileCount++ % filesPerYardstick === 0 ? measureYardstick() : undefined;
  return { ...result, perfStats: { ...result.perfStats, seconds, yardstick } };
}

/** Without an environment, whose certificates can take a third of the time. */
const measureYardstick = () =>
  Number(execFileSync(process.execPath, [join(import.meta.dirname, 'yardstick.mjs')], { env: {} }));
