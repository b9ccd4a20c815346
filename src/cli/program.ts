import { Command, CommanderError } from 'commander';
import { loadDotEnv } from '../config/env-file.js';
import { ConfigError } from '../config/env.js';
import { auditCommand } from './audit.command.js';
import { bootstrapCommand } from './bootstrap.command.js';
import { CommandError } from './command-error.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { migrateCommand } from './migrate.command.js';
import { organizationCommand } from './organization.command.js';
import { queueCommand } from './queue.command.js';
import { secretsCommand } from './secrets.command.js';
import { simulationCommand } from './simulation/simulation.command.js';
import { webhooksCommand } from './webhooks.command.js';
import { workflowCommand } from './workflow/workflow.command.js';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Runs one command of the operator; resolves to the exit code. */
export async function runCli(words: string[]): Promise<number> {
  const program = new Command('cli')
    .description("The operator's command of the simulation service. It finds a running `npm start` by itself.")
    .showHelpAfterError('(add --help for the options and an example)')
    .addCommand(bootstrapCommand())
    .addCommand(organizationCommand())
    .addCommand(auditCommand())
    .addCommand(doctorCommand())
    .addCommand(migrateCommand())
    .addCommand(queueCommand())
    .addCommand(secretsCommand())
    .addCommand(simulationCommand())
    .addCommand(webhooksCommand())
    .addCommand(workflowCommand());
  neverExit(program);
  try {
    loadDotEnv();
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return explain(error);
  }
}

/** Lets every command throw instead of ending the process, so that the exit code is decided in one place. */
function neverExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(neverExit);
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const lines = error instanceof ConfigError ? error.lines : [error instanceof Error ? error.message : String(error)];
  const known = error instanceof ConfigError || error instanceof CommandError;
  process.stderr.write(
    `${known ? lines.join('\n') : `failed: ${lines.join(' ').split('\n').filter(Boolean).at(-1)}`}\n`,
  );
  return exitCodes.failed;
}
