import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import type { Load } from './load.js';
import { MeasuredServer } from './measured-server.js';

const folder = 'bench/better-auth';

/** Where Better Auth keeps keys and counts; `bench/better-auth/README.md` says which of them count right. */
export const betterAuthModes = ['postgres', 'redis-and-postgres', 'redis'] as const;
export type BetterAuthMode = (typeof betterAuthModes)[number];

export type BetterAuth = MeasuredServer<{
  type: 'ready';
  url: string;
  key: string;
  /** A key that may be used 5 times. */
  limitedKey: string;
}>;

/** Undefined where it is not installed, since nothing else needs it. */
export async function startBetterAuth(
  mode: BetterAuthMode,
  environment: NodeJS.ProcessEnv,
): Promise<BetterAuth | undefined> {
  if (!existsSync(join(projectFolder, folder, 'node_modules'))) return undefined;
  return MeasuredServer.start(`${folder}/server.mjs`, { ...environment, MODE: mode });
}

export const betterAuthMissing = `Better Auth is left out: it is not installed. Install it: npm ci --prefix ${folder}\n`;

/** How many of 40 requests at once pass the limit of 5. */
export async function letInByLimitOf5(load: Load, { url, said: { limitedKey } }: BetterAuth): Promise<number> {
  const { statuses } = await load.run({
    url,
    method: 'GET',
    key: limitedKey,
    connections: 40,
    durationMs: 0,
    expectedStatus: 200,
  });
  return statuses[200] ?? 0;
}
