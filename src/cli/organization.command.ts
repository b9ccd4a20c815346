import { Command } from 'commander';
import { ApiKeys } from '../api-keys/api-keys.service.js';
import { planTiers, type PlanTier } from '../config/plans.js';
import { Organizations } from '../organizations/organizations.service.js';
import { CommandError } from './command-error.js';
import { jsonOption, planOption, print } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  organization: string;
  plan: PlanTier;
  json?: boolean;
}

const example = `
Example:
  npm run --silent cli -- organization set-plan --organization 019a… --plan ${planTiers[1]}

The limits of the new plan apply in both tiers within 5 seconds.`;

export function organizationCommand(): Command {
  const setPlan = new Command('set-plan')
    .description('Change the plan of an organization')
    .requiredOption('--organization <id>', 'id of the organization')
    .addOption(planOption().makeOptionMandatory())
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(changePlan);
  const mirror = new Command('mirror')
    .description('Copy all organizations from the live database to the sandbox database, after a restore')
    .addOption(jsonOption())
    .action(mirrorAll);
  return new Command('organization')
    .description('Manage organizations and their plans')
    .addCommand(setPlan)
    .addCommand(mirror);
}

async function mirrorAll({ json }: { json?: boolean }): Promise<void> {
  const organizations = await withServices((services) => services.get(Organizations).mirrorAll());
  print(json, { organizations }, `${organizations} organizations copied to the sandbox database.`);
}

async function changePlan(options: Options): Promise<void> {
  const organization = await withServices(async (services) => {
    const changed = await services.get(Organizations).setPlan(options.organization, options.plan);
    if (changed) await services.get(ApiKeys).forgetPlan(changed.id);
    return changed;
  });
  if (!organization) throw new CommandError(`No organization has the id ${options.organization}.`);
  const { id, name, planTier } = organization;
  print(
    options.json,
    { organization_id: id, name, plan_tier: planTier },
    `Plan of ${name} (${id}) changed to ${planTier}.`,
  );
}
