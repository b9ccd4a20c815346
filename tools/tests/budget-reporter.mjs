// A reporter of Jest: it writes the processor time of the test files, and after `npm test` prints what grew, and which suites of the full
// level are stale. It never fails a run: processor time also depends on the machine.
import { relative } from 'node:path';
import { comparedWith, lastRunFile, readCosts, readLimit, writeCosts } from './budget.mjs';
import { measuresChildren, processorSeconds } from './processor-time.mjs';
import { staleSuites } from './suites.mjs';

const maxListed = 5;

export default class BudgetReporter {
  #rootDir;
  #files = {};

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onTestResult({ path }, { perfStats: { seconds } }) {
    // A file that could not run has no measurement.
    if (seconds !== undefined) this.#files[relative(this.#rootDir, path)] = seconds;
  }

  onRunComplete(_, { wasInterrupted, numFailedTestSuites }) {
    if (!measuresChildren || wasInterrupted) return;
    const byName = Object.entries(this.#files).sort(([a], [b]) => (a < b ? -1 : 1));
    const { SVC_CHECKS_SECONDS: checksSeconds, SVC_COSTS_FILE: file } = process.env;
    const run = { all: processorSeconds() + Number(checksSeconds ?? 0), files: Object.fromEntries(byName) };
    if (file !== undefined) writeCosts(file, run);
    // `npm test` sets it.
    if (checksSeconds === undefined || numFailedTestSuites > 0) return;
    writeCosts(lastRunFile, run);
    const [limit, recorded] = [readLimit(), readCosts()];
    const { all, slowness, grown } = comparedWith(recorded, run);
    print(
      `Processor time: ${run.all.toFixed(0)} s, which are ${all.toFixed(0)} s of the record (${slowness.toFixed(2)} s here for each).`,
    );
    const names = grown.slice(0, maxListed).map(({ path, by }) => `${path} (+${by.toFixed(1)} s)`);
    if (all > limit) print(`Slower than recorded: the limit is ${limit} s. Grown files: ${names.join(', ')}`);
    const stale = staleSuites().map(({ name }) => name);
    if (stale.length > 0) print(`Stale suites of the full level (npm run test:full): ${stale.join(', ')}`);
  }
}

const print = (line) => process.stderr.write(`${line}\n`);
