import { runCommand, runCommands } from './commands.js';
import type { CommandResult } from './operator.js';
import { sharedDataDir } from './shared-service.js';

const environment = () => ({ SVC_DATA_DIR: sharedDataDir() });

/** Runs a command with the shared instance, in this process. */
export const runSharedCommand = (...args: string[]): Promise<CommandResult> => runCommand(args, environment());

export const runSharedCommands = (commands: string[][]) => runCommands(commands, environment());
