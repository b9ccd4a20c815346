import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { AppError, type Issue } from '../../common/errors/app-error.js';
import { tiers, type Tier } from '../../common/identity/tier.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { byOperator } from '../../platform/audit/audit.js';
import type { Publisher } from '../../workflows/publication/version.writer.js';
import { CommandError } from '../command-error.js';
import { jsonOption, nameUpTo } from '../options.js';

/** Whose workflow, and where. */
export interface PublishingOptions {
  public?: boolean;
  organization?: string;
  tier?: Tier;
  json?: boolean;
}

export function withPublishingOptions(command: Command): Command {
  return command
    .option('--public', 'of everybody')
    .option('--organization <name>', 'of one organization: its name, or its id', nameUpTo(200))
    .addOption(new Option('--tier <tier>', 'which database; both without it').choices([...tiers]))
    .addOption(jsonOption());
}

export function refuseUnclear({ public: isPublic, organization }: PublishingOptions, command: Command): void {
  if ((isPublic === undefined) === (organization === undefined))
    command.error('error: name one of --public, --organization');
}

export const tiersOf = ({ tier }: PublishingOptions): readonly Tier[] => (tier ? [tier] : tiers);

/** The operator, for an organization or for everybody. */
export async function publisherOf(
  services: INestApplicationContext,
  { organization }: PublishingOptions,
): Promise<Publisher> {
  if (organization === undefined) return { organizationId: null, by: byOperator(null) };
  const found = await services.get(Organizations).find(organization);
  if (!found) throw new CommandError(`There is no organization ${organization} of the operator's.`);
  return { organizationId: found.id, by: byOperator(found.id) };
}

/** What the catalog refuses is told as the API tells it, after what it is about. */
export async function explained<Result>(about: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { issues = [], ...meta } = error.meta as { issues?: Issue[] };
    const lines = issues.map(({ path, message }) => `${path || '(the whole)'}: ${message}`);
    const more = Object.entries(meta).map(([name, value]) => `${name}: ${String(value)}`);
    throw new CommandError([`${about}: ${error.code}`, error.message, ...lines, ...more].join('\n'));
  }
}
