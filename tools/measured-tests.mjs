// Jest's own test runner, which also measures the processor time of each test file.
import { createRequire } from 'node:module';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

/** Adds `cpuMs` to the file's result: processor time of the process of the test, with its threads, without child processes. */
export default async function runMeasured(...args) {
  const start = process.cpuUsage();
  const result = await circus(...args);
  const { user, system } = process.cpuUsage(start);
  return { ...result, perfStats: { ...result.perfStats, cpuMs: (user + system) / 1000 } };
}
