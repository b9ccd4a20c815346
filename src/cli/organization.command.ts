import { Command } from 'commander';
import { ApiKeys } from '../api-keys/api-keys.service.js';
import { emailSchema } from '../auth/account.js';
import { planTiers, type PlanTier } from '../config/plans.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Databases } from '../platform/database/databases.service.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { CommandError, jsonOption, planOption, print } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  organization: string;
  plan: PlanTier;
  json?: boolean;
}

const example = `
Example:
  npm run --silent cli -- organization set-plan --organization "Acme" --plan ${planTiers[1]}

The limits of the new plan apply in both tiers within 5 seconds.`;

export function organizationCommand(): Command {
  const setPlan = new Command('set-plan')
    .description('Change the plan of an organization')
    .requiredOption('--organization <name>', 'name or id of the organization')
    .addOption(planOption().makeOptionMandatory())
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(changePlan);
  const list = new Command('list')
    .description('List all organizations with their plans')
    .addOption(jsonOption())
    .action(listAll);
  const mirror = new Command('mirror')
    .description('Copy all organizations from the live database to the sandbox database, after a restore')
    .addOption(jsonOption())
    .action(mirrorAll);
  const setOwner = new Command('set-owner')
    .description('Make a member an owner, for an organization without one')
    .requiredOption('--email <address>', 'email address of the member')
    .addOption(jsonOption())
    .action(makeOwner);
  return new Command('organization')
    .description('Manage organizations, their plans and their owners')
    .addCommand(list)
    .addCommand(setPlan)
    .addCommand(setOwner)
    .addCommand(mirror);
}

async function listAll({ json }: { json?: boolean }): Promise<void> {
  const all = await withServices((services) => services.get(Organizations).list(), ['live']);
  const organizations = all.map(({ id, name, planTier, isVerified, createdAt }) => ({
    ...{ organization_id: id, name, plan_tier: planTier, verified: isVerified, created_at: createdAt.toISOString() },
  }));
  const lines = organizations.map(({ organization_id, plan_tier, verified, name }) =>
    [organization_id, plan_tier.padEnd(7), verified ? 'verified  ' : 'unverified', name].join('  '),
  );
  print(json, { organizations }, lines.length === 0 ? 'No organizations.' : lines.join('\n'));
}

async function mirrorAll({ json }: { json?: boolean }): Promise<void> {
  const organizations = await withServices((services) => services.get(Organizations).mirrorAll());
  print(json, { organizations }, `${organizations} organizations copied to the sandbox database.`);
}

async function makeOwner({ email, json }: { email: string; json?: boolean }): Promise<void> {
  const owner = await withServices((services) =>
    services
      .get(Databases)
      .for('live')
      .$transaction(async (tx) => {
        const where = { email: emailSchema.parse(email), role: 'member' as const };
        const [user] = await tx.user.updateManyAndReturn({ where, data: { role: 'owner', scopes: [] } });
        if (!user) return undefined;
        const event = { action: 'member.updated' as const, subject: user.id, details: { to: { role: 'owner' } } };
        await Audit.append(tx, byOperator(user.organizationId), event);
        const at = (await databaseTime(tx)).toISOString();
        const change = { organization_id: user.organizationId, email: user.email, change: 'became_owner' as const, at };
        await Outbox.append(tx, { kind: 'member.changed', payload: change });
        return user;
      }),
  );
  if (!owner) throw new CommandError('No member has this email address.');
  const { id, organizationId } = owner;
  print(json, { user_id: id, organization_id: organizationId }, `User ${id} is an owner of ${organizationId} now.`);
}

async function changePlan(options: Options): Promise<void> {
  const organization = await withServices(async (services) => {
    const [found, ...others] = await services.get(Organizations).named(options.organization);
    if (others.length > 0) throw new CommandError(ambiguous(options.organization, [found!, ...others]));
    const changed = found && (await services.get(Organizations).setPlan(found.id, options.plan));
    if (changed) await services.get(ApiKeys).forgetPlan(changed.id);
    return changed;
  });
  if (!organization) throw new CommandError(`No organization has the name or id ${options.organization}.`);
  const { id, name, planTier } = organization;
  print(
    options.json,
    { organization_id: id, name, plan_tier: planTier },
    `Plan of ${name} (${id}) changed to ${planTier}.`,
  );
}

const ambiguous = (name: string, all: readonly { id: string; createdAt: Date }[]) =>
  [
    `${all.length} organizations have the name ${name}. Use one of these ids:`,
    ...all.map(({ id, createdAt }) => `${id}, created ${createdAt.toISOString()}`),
  ].join('\n');
