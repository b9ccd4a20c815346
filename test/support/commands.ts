import { runCli } from '../../src/cli/program.js';
import type { CommandResult } from './operator.js';

/**
 * Runs a command of the operator CLI in this process, because starting a process takes most of the time of a command.
 * `operator.spec.ts` tests the process of the CLI.
 */
export async function runCommand(args: string[], env: Record<string, string>): Promise<CommandResult> {
  const { codes, ...output } = await runCommands([args], env);
  return { code: codes[0] ?? null, ...output };
}

/** Runs commands concurrently. They share their output. */
export async function runCommands(
  commands: string[][],
  env: Record<string, string>,
): Promise<{ codes: number[]; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const environment = jest.replaceProperty(process, 'env', { ...process.env, ...env });
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => ((printed[stream] += String(text)), true)),
  );
  try {
    const codes = await Promise.all(commands.map(runCli));
    return { codes, ...printed };
  } finally {
    environment.restore();
    for (const spy of spies) spy.mockRestore();
  }
}
