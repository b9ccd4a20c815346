import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { ApiKeys } from '../api-keys/api-keys.service.js';
import { writeApiKey } from '../api-keys/api-key.writer.js';
import { formatRawKey } from '../api-keys/raw-key.js';
import { Clock } from '../common/clock.js';
import { wildcardScope } from '../common/identity/scopes.js';
import type { Tier } from '../common/identity/tier.js';
import type { PlanTier } from '../config/plans.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { CommandError } from './command-error.js';
import { jsonOption, nameUpTo, planOption, print, tierOption } from './options.js';
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

The key may do everything in its tier. Use it to create keys with only the scopes they need, then revoke it.`;

/** The first key of an organization, written straight into the tier's database. */
export function bootstrapCommand(): Command {
  return new Command('bootstrap')
    .description('create a wildcard key for an organization, and the organization if it is new')
    .addOption(tierOption())
    .requiredOption('--organization <name>', 'its name, or the id of one that exists', nameUpTo(200))
    .option('--name <keyname>', 'the name of the key', nameUpTo(100), 'bootstrap')
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
    if (!organization) throw new CommandError(`There is no organization with the id ${options.organization}.`);
    // A sandbox key needs the mirror of its organization to be there.
    if (options.tier === 'sandbox') await organizations.mirror(organization.id);
    const newKey = { organizationId: organization.id, name: options.name, scopes: [wildcardScope] };
    const key = await services.get(Databases).transaction(options.tier, async (sql) => {
      const { key_id, name, scopes } = await writeApiKey(sql, rawKey, newKey, services.get(Clock).now());
      const event = { action: 'api_key.created' as const, subject: key_id, details: { name, scopes } };
      await Audit.appendBySql(sql, byOperator(organization.id), event);
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
    'The key is shown this once and stored nowhere: keep it now.',
  ].join('\n');
}
