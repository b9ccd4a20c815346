import { Command, InvalidArgumentError } from 'commander';
import { emailSchema } from '../auth/account.js';
import { Sessions } from '../auth/session/sessions.service.js';
import { Clock } from '../common/clock.js';
import { Databases } from '../platform/database/databases.service.js';
import { CommandError, jsonOption, organizationIdOption, print } from './options.js';
import { withServices } from './with-services.js';
import { writeFileSync } from 'node:fs';
import { PersonalData, type Erasure } from '../personal-data/personal-data.service.js';

interface Options {
  email?: string;
  organization?: string;
  json?: boolean;
}

const example = `
Example:
  npm run --silent cli -- sessions end --email ada@example.com

The users must sign in again. Browsers that signed in before are not recognized anymore. API keys continue to work.`;

export function sessionsCommand(): Command {
  const end = new Command('end')
    .description('End all sessions of a user, or of all users of an organization')
    .option('--email <address>', 'email address of the user')
    .addOption(organizationIdOption())
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(endSessions);
  return new Command('sessions').description('Manage the sessions of users').addCommand(end);
}

async function endSessions({ email, organization, json }: Options): Promise<void> {
  if ((email === undefined) === (organization === undefined)) {
    throw new CommandError('Name the users with either --email or --organization.');
  }
  const where = email === undefined ? { organizationId: organization ?? '' } : { email: emailSchema.parse(email) };
  const ended = await withServices(async (services) => {
    const sessions = services.get(Sessions);
    const browsersForgottenAt = services.get(Clock).now();
    return services
      .get(Databases)
      .for('live')
      .$transaction(async (tx) => {
        // The rows stay locked until the sessions have ended, so that no concurrent sign-in is missed.
        const users = await tx.user.updateManyAndReturn({ where, data: { browsersForgottenAt }, select: { id: true } });
        let count = 0;
        for (const { id } of users) {
          count += (await sessions.ofUser(id)).length;
          await sessions.endAll(id);
        }
        return { users: users.length, sessions: count };
      });
  });
  if (ended.users === 0) throw new CommandError('No user has this email address or organization.');
  print(json, ended, `${ended.sessions} sessions of ${ended.users} users ended.`);
}

const personExamples = `
Examples:
  npm run --silent cli -- person export ada@example.com --out ada.json
  npm run --silent cli -- person erase ada@example.com

Both commands use both tiers and Redis. \`erase\` can be repeated, for example after it was interrupted.
The audit log keeps the id of the user, without the address. Logs and backups are not changed.`;

export function personCommand(): Command {
  const exportCommand = new Command('export')
    .description('Print everything that the stores contain about a person, as JSON')
    .argument('<email>', 'email address', emailOf)
    .option('--out <file>', 'write to a file that only its owner can read')
    .action(exportData);
  const erase = new Command('erase')
    .description('Erase a person: delete the account and end its sessions')
    .argument('<email>', 'email address', emailOf)
    .addOption(jsonOption())
    .action(eraseData);
  return new Command('person')
    .description('Export or erase the personal data of an email address')
    .addCommand(exportCommand)
    .addCommand(erase)
    .addHelpText('after', personExamples);
}

function emailOf(value: string): string {
  const { success, data } = emailSchema.safeParse(value);
  if (!success) throw new InvalidArgumentError('Must be an email address.');
  return data;
}

async function exportData(email: string, { out }: { out?: string }): Promise<void> {
  const data = await withServices((services) => services.get(PersonalData).export(email));
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text, { mode: 0o600, flag: 'wx' });
}

async function eraseData(email: string, { json }: { json?: boolean }): Promise<void> {
  const erasure = await withServices((services) => services.get(PersonalData).erase(email));
  print(json, { ...erasure }, describe(erasure));
}

function describe({ erased, left, user_ids: ids, ...organizations }: Erasure): string {
  const { organization_without_users: empty, organization_without_owner: ownerless } = organizations;
  const lines = Object.entries(erased).map(([name, count]) => `${String(count).padStart(6)}  ${name}`);
  return [
    ...(ids.length === 0 ? ['The address has no account.'] : [`User ${ids.join(', ')} erased.`]),
    'Deleted:',
    ...lines,
    ...(Object.keys(left).length === 0 ? [] : ['Created by the user, and kept by the organization:']),
    ...Object.entries(left).map(([name, count]) => `${String(count).padStart(6)}  ${name}`),
    ...(empty === null
      ? []
      : [
          `Organization ${empty} has no users now. Its datasets and imported populations are deleted. Its API keys and its other data remain.`,
        ]),
    ...(ownerless === null
      ? []
      : [`Organization ${ownerless} has no owner now. Make a member an owner with \`organization set-owner\`.`]),
  ].join('\n');
}
