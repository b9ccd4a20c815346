import { Command, CommanderError } from 'commander';
import { loadDotEnv } from '../config/files.js';
import { ConfigError } from '../config/env.js';
import { cliCommand, startCommand } from '../config/programs.js';
import { auditCommand } from './audit.command.js';
import { bootstrapCommand } from './bootstrap.command.js';
import { CommandError } from './options.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { migrateCommand, redisCommand, secretsCommand } from './stores.commands.js';
import { organizationCommand } from './organization.command.js';
import { noteCommand } from './operator-command.js';
import { personCommand, sessionsCommand } from './users.commands.js';
import { queueCommand } from './queue.command.js';
import { webhooksCommand } from './webhooks.command.js';
import { workflowCommand } from './workflow/workflow.command.js';
import { mergePartsCommand, runPartCommand } from './simulation/parts.command.js';
import { reproduceCommand } from './simulation/reproduce.command.js';

const exitCodes = { success: 0, failed: 1, usage: 2 } as const;

export async function runCli(args: string[]): Promise<number> {
  const program = new Command('cli')
    .description(
      'Operator CLI for Simulation Service. It uses the service that `npm start` runs, or the databases that the settings name.',
    )
    .showHelpAfterError('(use --help to list the options)')
    .addCommand(bootstrapCommand())
    .addCommand(organizationCommand())
    .addCommand(auditCommand())
    .addCommand(doctorCommand())
    .addCommand(migrateCommand())
    .addCommand(personCommand())
    .addCommand(queueCommand())
    .addCommand(redisCommand())
    .addCommand(secretsCommand())
    .addCommand(sessionsCommand())
    .addCommand(simulationCommand())
    .addCommand(webhooksCommand())
    .addCommand(workflowCommand())
    .hook('preAction', (_, command) => noteCommand(command));
  prepare(program);
  try {
    loadDotEnv();
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    return reportError(error);
  }
}

/** Makes all commands throw instead of ending the process: one place chooses the exit code. Help shows the commands of this installation. */
function prepare(command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) =>
      process.stdout.write(
        text.replaceAll('npm run --silent cli --', cliCommand).replaceAll('`npm start`', `\`${startCommand}\``),
      ),
  });
  command.commands.forEach(prepare);
}

function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  const lines = error instanceof ConfigError ? error.lines : [error instanceof Error ? error.message : String(error)];
  const isExpected = error instanceof ConfigError || error instanceof CommandError;
  process.stderr.write(
    `${isExpected ? lines.join('\n') : `Unexpected error: ${lines.join(' ').split('\n').filter(Boolean).at(-1)}`}\n`,
  );
  return exitCodes.failed;
}

export function simulationCommand(): Command {
  return new Command('simulation')
    .description('Run and reproduce simulations without the service')
    .addCommand(reproduceCommand())
    .addCommand(runPartCommand())
    .addCommand(mergePartsCommand());
}
