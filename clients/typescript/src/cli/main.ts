#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { textFor } from '../error-text.js';
import { ApiError, RunFailedError, SimulationServiceError } from '../errors.js';
import { addAccountCommands } from './account-commands.js';
import { addCompletion } from './completion.js';
import { interruption, NotSignedInError } from './context.js';
import { addRunCommands } from './run-commands.js';
import { plain } from './text.js';
import { version } from '../version.js';

function programOf(): Command {
  const program = new Command('simulate')
    .description('Run simulations from a terminal. Keys: SVC_API_KEY or “simulate login”.')
    .version(version)
    .exitOverride();
  addRunCommands(program);
  addAccountCommands(program);
  addCompletion(program);
  for (const command of program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one])))
    command
      .option('--json', 'print the JSON of the API')
      .option('-q, --quiet', 'no progress bar')
      .option('--url <address>', 'address of the service; default: SVC_URL')
      .exitOverride();
  return program;
}

/** 0 success, 1 failure, 2 wrong use, 3 not signed in or not permitted, 4 not found, 130 interrupted. */
function exitCodeOf(error: unknown): number {
  if (interruption.signal.aborted) return 130;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof NotSignedInError) return 3;
  if (!(error instanceof ApiError)) return 1;
  if (error.status === 401 || error.status === 403) return 3;
  if (error.status === 404) return 4;
  return error.status === 400 || error.status === 422 ? 2 : 1;
}

interface Alternative {
  name: string;
  request: { workflow_id: string; scenario_context: Record<string, unknown> };
}

const commandOf = ({ workflow_id, scenario_context }: Alternative['request']) =>
  [workflow_id, ...Object.entries(scenario_context).map(([name, value]) => `${name}=${String(value)}`)].join(' ');

function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const { issues = [], alternatives = [] } = error.meta as typeof error.meta & { alternatives?: Alternative[] };
    const lines = [
      `${error.code}: ${textFor('terminal', error)}`,
      ...issues.map(({ path, message }) => `  ${path}: ${message}`),
      ...alternatives.map(({ name, request }) => `  ${name}: simulate run ${commandOf(request)}`),
      ...(error.docsUrl ? [`Help: ${error.docsUrl}`] : []),
    ];
    return lines.map(plain).join('\n');
  }
  if (error instanceof RunFailedError || error instanceof SimulationServiceError || error instanceof NotSignedInError)
    return plain(error.message);
  return error instanceof Error ? plain(error.message) : 'Unknown error';
}

// A reader such as `head` can end before the output does, which is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });

// CommonJS has no await here.
void programOf()
  .parseAsync()
  .catch((error: unknown) => {
    // Commander has printed the errors that it found itself.
    const isPrinted = error instanceof CommanderError && !(error instanceof InvalidArgumentError);
    if (!isPrinted && !interruption.signal.aborted) process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  });
