// A reporter of Jest: the test files that use the most processor time, and the long forms that are due.
import { relative } from 'node:path';
import { staleLongRuns } from './long-runs.mjs';

const maxListed = 10;
/**
 * Of the processor time of all files together, so that a slow or busy machine changes nothing. Counted is the process
 * that runs the file, with its threads, without child processes such as servers; see measured-tests.mjs.
 */
const maxShare = 0.04;
/** Fewer files are a selection, of which one file may well be the largest part. */
const minFiles = 200;

export default class SlowFileReporter {
  #files = [];
  #overBudget = [];
  #rootDir;

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onTestResult({ path }, { perfStats }) {
    this.#files.push({ path: relative(this.#rootDir, path), cpuMs: perfStats.cpuMs ?? 0 });
  }

  onRunComplete() {
    if (this.#files.length < minFiles) return;
    const slowest = [...this.#files].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, maxListed);
    const seconds = (cpuMs) => (cpuMs / 1000).toFixed(1).padStart(6);
    print('Processor time of the slowest test files, without child processes (s):');
    for (const { path, cpuMs } of slowest) print(`${seconds(cpuMs)} ${path}`);
    for (const warning of staleLongRuns()) print(`Warning: ${warning}`);
    if (process.env.SVC_LONG) return; // Long forms have no budget.
    const allMs = this.#files.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    print(`${seconds(allMs)} all ${this.#files.length} files`);
    this.#overBudget = slowest.filter(({ cpuMs }) => cpuMs > maxShare * allMs);
    for (const { path } of this.#overBudget)
      print(`${path} uses more than ${100 * maxShare}% of it. Simulate fewer agents, or move a part to the long form.`);
  }

  /** Jest fails if this returns an error. */
  getLastError() {
    if (this.#overBudget.length > 0) return new Error('test files over their budget of processor time');
  }
}

const print = (line) => process.stderr.write(`${line}\n`);
