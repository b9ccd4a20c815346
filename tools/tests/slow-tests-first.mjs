// Order of the test files. A fresh clone has no durations of an earlier run, and a slow file that starts last leaves one core idle.
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { readCosts } from './budget.mjs';

export default class SlowTestsFirst extends TestSequencer {
  async sort(tests) {
    const { files } = readCosts();
    const seconds = ({ path, context }) => files[relative(context.config.rootDir, path)] ?? 0;
    return [...(await super.sort(tests))].sort((a, b) => seconds(b) - seconds(a));
  }
}
