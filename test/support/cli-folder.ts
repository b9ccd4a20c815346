import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program.js';

/** A temporary folder, a command of the operator CLI, and the output of its last run. */
export interface CliFolder {
  /** Path of a file in the folder. */
  at: (name: string) => string;
  /** Runs a subcommand in this process. Resolves to the exit code. */
  run: (...args: string[]) => Promise<number>;
  printed: { out: string; error: string };
}

/**
 * Gives each test its own folder for the files of a command, and captures the output.
 *
 * @param command command whose subcommands run, such as `workflow`
 * @param hooks `beforeAll` and `afterAll` give all tests of a `describe` the same folder
 */
export function cliFolder(command: string, hooks = { before: beforeEach, after: afterEach }): CliFolder {
  let folder: string;
  const printed = { out: '', error: '' };
  const reset = () => Object.assign(printed, { out: '', error: '' });
  hooks.before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
    reset();
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.out += String(text)), true));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.error += String(text)), true));
  });
  hooks.after(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  return {
    at: (name) => join(folder, name),
    run: (...args) => {
      reset();
      return runCli([command, ...args]);
    },
    printed,
  };
}
