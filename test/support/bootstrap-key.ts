import { randomBytes } from 'node:crypto';
import { writeApiKey } from '../../src/api-keys/api-key.writer.js';
import { formatRawKey } from '../../src/api-keys/raw-key.js';
import { wildcardScope } from '../../src/common/identity/scopes.js';
import type { Tier } from '../../src/common/identity/tier.js';
import { parseEnv } from '../../src/config/env.js';
import type { PlanTier } from '../../src/config/plans.js';
import { Organizations } from '../../src/organizations/organizations.service.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import type { BootstrapKey } from './operator.js';

export interface Wanted {
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
 * A key as the operator's `bootstrap` makes it, without a process of its own, which takes a second of the processor for each key.
 * The command itself is held by `operator.spec.ts`.
 */
export async function bootstrapKey(stores: Stores, { tier, plan, organization: name }: Wanted): Promise<BootstrapKey> {
  const databases = new Databases({ ...parseEnv({}), ...stores, masterKey: Buffer.alloc(32) });
  try {
    const organizations = new Organizations(databases);
    const organization = await organizations.findOrCreate(name, plan);
    if (!organization) throw new Error(`there is no organization ${name}`);
    await organizations.mirror(organization.id);
    const key = formatRawKey(tier, randomBytes(32));
    const scopes = [wildcardScope];
    const wildcard = { organizationId: organization.id, name: 'bootstrap', scopes };
    const { key_id } = await databases.transaction(tier, (sql) => writeApiKey(sql, key, wildcard, new Date()));
    return { key, key_id, organization_id: organization.id, tier, plan_tier: organization.planTier, scopes };
  } finally {
    await databases.onApplicationShutdown();
  }
}
