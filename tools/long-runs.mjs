// Records of the long forms of the tests in test/long-runs.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const projectFolder = join(import.meta.dirname, '..');
const file = join(projectFolder, 'test/long-runs.json');
/** The npm scripts of the long forms. */
export const longForms = ['test:calibration', 'test:faults', 'test:long'];
const maxCommits = 200;

/** Sentences about the long forms whose last successful run is missing or too old. Without a git repository, there are none. */
export function staleLongRuns(records = readRecords(), commitsSince = countCommits) {
  if (commitsSince('HEAD') === undefined) return [];
  return longForms.flatMap((name) => {
    const record = records[name];
    const age = record?.result === 'passed' ? commitsSince(record.commit) : undefined;
    if (age === undefined) return [`No successful run of \`npm run ${name}\` is recorded in this history.`];
    return age > maxCommits ? [`The last run of \`npm run ${name}\` was ${age} commits ago.`] : [];
  });
}

/** Records the last run of a long form. */
export function recordRun(name, record) {
  writeFileSync(file, `${JSON.stringify({ ...readRecords(), [name]: record }, null, 2)}\n`);
}

const readRecords = () => JSON.parse(readFileSync(file, 'utf8'));

export const currentCommit = () => git('rev-parse', 'HEAD');

/** Commits after `commit`, or undefined if it is not in the history. */
function countCommits(commit) {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return Number(git('rev-list', '--count', `${commit}..HEAD`));
  } catch {
    return undefined;
  }
}

const git = (...args) =>
  execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
