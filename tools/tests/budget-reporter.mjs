// A reporter of Jest for `npm test`: the processor time of the run, the limits that it exceeds, and the suites of the full level that
// are stale.
import { relative } from 'node:path';
import { costsOf, exceededLimits, lastRunFile, readBudget, readCosts, writeCosts } from './budget.mjs';
import { measuresChildren, processorSeconds } from './processor-time.mjs';
import { staleSuites } from './suites.mjs';

const maxListed = 10;

export default class BudgetReporter {
  #globalConfig;
  #files = [];
  // The shell ran the build and the checks as child processes, before Jest took its place; see the script `test` of package.json.
  #checks = processorSeconds() - ownSeconds();
  #exceeded = [];

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  onTestResult({ path }, { perfStats }) {
    const { seconds, yardstick } = perfStats;
    // A file that could not run has no measurement.
    if (seconds !== undefined)
      this.#files.push({ path: relative(this.#globalConfig.rootDir, path), seconds, yardstick });
  }

  onRunComplete(_, { wasInterrupted }) {
    if (!measuresChildren || wasInterrupted || this.#checks === 0 || isSelection(this.#globalConfig)) return;
    const budget = readBudget();
    const run = { files: this.#files, checks: this.#checks, all: processorSeconds() };
    const costs = costsOf(run, budget);
    writeCosts(lastRunFile, costs);
    print(`Processor time in seconds of the reference machine (${run.all.toFixed(0)} s on this machine):`);
    for (const [name, seconds] of largest(costs.groups)) print(`${seconds.toFixed(1).padStart(7)} ${name}`);
    print(`${costs.all.toFixed(1).padStart(7)} all`);
    print('The slowest test files:');
    for (const [path, seconds] of largest(costs.files).slice(0, maxListed))
      print(`${seconds.toFixed(1).padStart(7)} ${path}`);
    this.#exceeded = exceededLimits(costs, budget, readCosts());
    for (const line of this.#exceeded) print(line);
    const stale = staleSuites().map(({ name }) => name);
    if (stale.length > 0) print(`Stale suites of the full level (npm run test:full): ${stale.join(', ')}`);
  }

  /** Jest fails if this returns an error. */
  getLastError() {
    if (this.#exceeded.length > 0) return new Error(`over the budget of processor time:\n${this.#exceeded.join('\n')}`);
  }
}

/** Whether the options of Jest select tests. */
const isSelection = ({ testPathPatterns, runTestsByPath, findRelatedTests, testNamePattern, onlyChanged, shard }) =>
  testPathPatterns.patterns.length > 0 ||
  Boolean(runTestsByPath || findRelatedTests || testNamePattern || onlyChanged || shard);

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const largest = (seconds) => Object.entries(seconds).sort(([, a], [, b]) => b - a);
const print = (line) => process.stderr.write(`${line}\n`);
