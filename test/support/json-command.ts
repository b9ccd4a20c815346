import { runCommand } from './commands.js';
import type { TestBed } from './test-bed.js';

/** Runs a command of the operator CLI on the stores of a test bed, and returns its JSON output. Throws if the command fails. */
export async function runJsonCommand(bed: TestBed, args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], bed.environment());
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
