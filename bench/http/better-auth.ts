import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import type { Load } from './load.js';
import { MeasuredServer } from './measured-server.js';

const folder = 'bench/better-auth';

/** Storage of the keys and counts of Better Auth. `bench/better-auth/README.md` lists the modes with an exact rate limit. */
export const betterAuthModes = ['postgres', 'redis-and-postgres', 'redis'] as const;
export type BetterAuthMode = (typeof betterAuthModes)[number];

export type BetterAuth = MeasuredServer<{
  type: 'ready';
  url: string;
  key: string;
  /** Key with a rate limit of 5 requests. */
  limitedKey: string;
}>;

/** Returns undefined if Better Auth is not installed. It is optional. */
export async function startBetterAuth(
  mode: BetterAuthMode,
  environment: NodeJS.ProcessEnv,
): Promise<BetterAuth | undefined> {
  if (!existsSync(join(projectFolder, folder, 'node_modules'))) return undefined;
  return MeasuredServer.start(`${folder}/server.mjs`, { ...environment, MODE: mode });
}

export const betterAuthMissing = `Better Auth is not installed and not measured. To install it: npm ci --prefix ${folder}\n`;

/** Number of 40 concurrent requests that the limit of 5 accepts. */
export async function acceptedByLimitOf5(load: Load, { url, ready: { limitedKey } }: BetterAuth): Promise<number> {
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
