import { randomBytes } from 'node:crypto';
import { writeApiKey } from '../../src/api-keys/api-key-issuer.service.js';
import { formatRawKey } from '../../src/api-keys/raw-key.js';
import { wildcardScope, type Tier } from '../../src/common/identity/caller.js';
import { parseEnv } from '../../src/config/env.js';
import type { PlanTier } from '../../src/config/plans.js';
import { Organizations } from '../../src/organizations/organizations.service.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import type { BootstrapKey } from './operator.js';

export interface BootstrapOptions {
  tier: Tier;
  plan: PlanTier;
  organization: string;
}

interface Stores {
  sandboxDatabaseUrl: string;
  liveDatabaseUrl: string;
  redisUrl: string;
}

/**
 * Creates the same key as the CLI command `bootstrap`, but in this process: starting the CLI takes one second per key.
 * `operator.spec.ts` tests the command itself.
 */
export async function bootstrapKey(stores: Stores, options: BootstrapOptions): Promise<BootstrapKey> {
  const databases = databasesOf(stores);
  try {
    return await bootstrapKeyIn(databases, options);
  } finally {
    await databases.onApplicationShutdown();
  }
}

export const databasesOf = (stores: Stores): Databases =>
  new Databases({ ...parseEnv({}), ...stores, masterKey: Buffer.alloc(32) });

/** The same for several keys: connecting takes longer than creating a key. */
export async function bootstrapKeyIn(
  databases: Databases,
  { tier, plan, organization: name }: BootstrapOptions,
): Promise<BootstrapKey> {
  const organizations = new Organizations(databases);
  const organization = await organizations.findOrCreate(name, plan);
  if (!organization) throw new Error(`the organization ${name} does not exist`);
  await organizations.mirror(organization.id);
  const key = formatRawKey(tier, randomBytes(32));
  const scopes = [wildcardScope];
  const wildcard = { organizationId: organization.id, name: 'bootstrap', scopes };
  const { key_id } = await databases.transaction(tier, (sql) => writeApiKey(sql, key, wildcard, new Date()));
  return { key, key_id, organization_id: organization.id, tier, plan_tier: organization.planTier, scopes };
}
