import { Command } from 'commander';
import { emailSchema } from '../auth/account.js';
import { Sessions } from '../auth/session/sessions.service.js';
import { Clock } from '../common/clock.js';
import { Databases } from '../platform/database/databases.service.js';
import { CommandError, jsonOption, organizationIdOption, print } from './options.js';
import { withServices } from './with-services.js';

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
