import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const projectFolder = join(__dirname, '../..');

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the operator CLI in its own process. */
export function runCli(args: string[], env: Record<string, string | undefined>): Promise<CommandResult> {
  return runNode(['dist/app/cli.js', ...args], env);
}

export function runNode(
  args: string[],
  env: Record<string, string | undefined>,
  cwd = projectFolder,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

export interface BootstrapKey {
  key: string;
  key_id: string;
  organization_id: string;
  tier: string;
  plan_tier: string;
  scopes: string[];
}
