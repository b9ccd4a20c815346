// Runs tests in their long form and records the result:
// node tools/run-long.mjs test:faults jest --selectProjects fault
import { randomInt } from 'node:crypto';
import { currentCommit, recordRun } from './long-runs.mjs';
import { supervise } from './supervise.mjs';

const [name, command, ...args] = process.argv.slice(2);
const commit = currentCommit();
// A new seed for each run finds new cases. `SVC_SEED=… npm run test:long` repeats a run.
const seed = Number(process.env.SVC_SEED ?? randomInt(2 ** 31));
Object.assign(process.env, { SVC_LONG: '1', SVC_SEED: seed });
process.stderr.write(`SVC_SEED=${seed}\n`);
process.exitCode = await supervise(command, args);
const result = process.exitCode === 0 ? 'passed' : 'failed';
recordRun(name, { commit, seed, date: new Date().toISOString().slice(0, 10), result });
