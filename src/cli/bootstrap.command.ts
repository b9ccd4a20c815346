import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { ApiKeys } from '../api-keys/api-keys.service.js';
import { writeApiKey } from '../api-keys/api-key-issuer.service.js';
import { formatRawKey } from '../api-keys/raw-key.js';
import { Clock } from '../common/clock.js';
import { wildcardScope, type Tier } from '../common/identity/caller.js';
import type { PlanTier } from '../config/plans.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { CommandError, jsonOption, nameUpTo, planOption, print, tierOption } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier: Tier;
  organization: string;
  name: string;
  plan?: PlanTier;
  json?: boolean;
}

const example = `
Example:
  npm run --silent cli -- bootstrap --tier sandbox --organization "Acme" --plan growth

The key has every scope of its tier. Create keys with fewer scopes with it, then revoke it.`;

/** Writes the first key of an organization directly into the database of the tier. */
export function bootstrapCommand(): Command {
  return new Command('bootstrap')
    .description('Create a wildcard key, and the organization if it is new')
    .addOption(tierOption())
    .requiredOption('--organization <name>', 'name of the organization, or the id of an existing one', nameUpTo(200))
    .option('--name <keyname>', 'name of the key', nameUpTo(100), 'bootstrap')
    .addOption(planOption())
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(bootstrap);
}

async function bootstrap(options: Options): Promise<void> {
  const rawKey = formatRawKey(options.tier, randomBytes(32));
  const issued = await withServices(async (services) => {
    const organizations = services.get(Organizations);
    const organization = await organizations.findOrCreate(options.organization, options.plan);
    if (organization && options.plan) await services.get(ApiKeys).forgetPlan(organization.id);
    if (!organization) throw new CommandError(`No organization has the id ${options.organization}.`);
    // A sandbox key references the sandbox copy of the organization.
    if (options.tier === 'sandbox') await organizations.mirror(organization.id);
    const newKey = { organizationId: organization.id, name: options.name, scopes: [wildcardScope] };
    const key = await services.get(Databases).transaction(options.tier, async (sql) => {
      const { key_id, name, scopes } = await writeApiKey(sql, rawKey, newKey, services.get(Clock).now());
      const event = { action: 'api_key.created' as const, subject: key_id, details: { name, scopes } };
      await Audit.appendBySql(sql, byOperator(organization.id), event);
      await Outbox.appendBySql(sql, { kind: 'api_key.created', payload: { key_id } });
      return { key_id };
    });
    return { organization, key };
  });
  const { organization, key } = issued;
  const object = {
    key: rawKey,
    key_id: key.key_id,
    organization_id: organization.id,
    tier: options.tier,
    plan_tier: organization.planTier,
    scopes: [wildcardScope],
  };
  print(options.json, object, describe(organization.name, object));
}

function describe(
  name: string,
  key: { key: string; organization_id: string; tier: string; plan_tier: string },
): string {
  return [
    `Organization  ${name} (${key.organization_id}), plan ${key.plan_tier}`,
    `Tier          ${key.tier}`,
    `Key           ${key.key}`,
    '',
    'Store the key now. The service stores only a hash of it and cannot show it again.',
  ].join('\n');
}
