import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { AppError, type Issue } from '../../common/errors/app-error.js';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { byOperator } from '../../platform/audit/audit.js';
import type { Publisher } from '../../workflows/publication/version.writer.js';
import { CommandError, jsonOption, nameUpTo } from '../options.js';

/** The owner of the workflow and the tiers to publish it in. */
export interface PublishingOptions {
  public?: boolean;
  organization?: string;
  tier?: Tier;
  json?: boolean;
}

export function withPublishingOptions(command: Command): Command {
  return command
    .option('--public', 'workflow for all organizations')
    .option('--organization <name>', 'workflow of one organization (name or id)', nameUpTo(200))
    .addOption(new Option('--tier <tier>', 'one tier. Default: both').choices([...tiers]))
    .addOption(jsonOption());
}

export function requireOneOwner({ public: isPublic, organization }: PublishingOptions, command: Command): void {
  if ((isPublic === undefined) === (organization === undefined))
    command.error('error: specify either --public or --organization');
}

export const tiersOf = ({ tier }: PublishingOptions): readonly Tier[] => (tier ? [tier] : tiers);

/** The owner in messages. */
export const ownerText = ({ organization }: PublishingOptions): string =>
  organization === undefined ? 'for all organizations' : `of ${organization}`;

export async function publisherOf(
  services: INestApplicationContext,
  { organization }: PublishingOptions,
): Promise<Publisher> {
  if (organization === undefined) return { organizationId: null, by: byOperator(null) };
  const found = await services.get(Organizations).find(organization);
  if (!found) throw new CommandError(`No organization has the name or id ${organization}.`);
  return { organizationId: found.id, by: byOperator(found.id) };
}

/** Turns an API error into a CLI error with the same code and issues. `subject` names the input. */
export async function withApiErrors<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { issues = [], ...meta } = error.meta as { issues?: Issue[] };
    const lines = issues.map(({ path, message }) => `${path || '(root)'}: ${message}`);
    const more = Object.entries(meta).map(([name, value]) => `${name}: ${String(value)}`);
    throw new CommandError([`${subject}: ${error.code}`, error.message, ...lines, ...more].join('\n'));
  }
}
