// cspell:ignore mend (a field of the JSON output)
import { runCommand } from './commands.js';
import type { MailServer } from './mail-server.js';
import type { CommandResult } from './operator.js';
import type { Stores } from './stores.js';

interface Finding {
  check: string;
  level: string;
  text: string;
  mend?: string;
}

interface Dependencies {
  stores: Stores;
  mail: MailServer;
}

export const masterKey = Buffer.alloc(32, 7);

/** Runs a command of the operator CLI with stores and a mail server. @param env overrides its environment */
export function runOn(
  { stores, mail }: Dependencies,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = stores.servers;
  return runCommand([...args, '--json'], {
    NODE_ENV: 'test',
    SVC_DATA_DIR: stores.dataDir,
    SVC_PREVIOUS_MASTER_KEYS: '',
    SANDBOX_DATABASE_URL: sandboxDatabaseUrl,
    LIVE_DATABASE_URL: liveDatabaseUrl,
    REDIS_URL: redisUrl,
    SVC_MASTER_KEY: masterKey.toString('hex'),
    SMTP_URL: mail.url,
    ...env,
  });
}

/** Runs the command doctor. Returns its exit code, its findings, and their levels by check. */
export async function runDoctor(dependencies: Dependencies, env: Record<string, string> = {}) {
  const { code, stdout } = await runOn(dependencies, ['doctor'], env);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const levels = findings.map(({ check, level }) => [check, level] as const);
  return { code, findings, levels: Object.fromEntries(levels) };
}
