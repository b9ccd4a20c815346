import { Command, Option } from 'commander';
import { auditActionSchema } from '../audit-log/audit-entry.record.js';
import { AuditLog } from '../audit-log/audit-log.service.js';
import type { Tier } from '../common/identity/caller.js';
import { countUpTo, jsonOption, organizationIdOption, print, tierOption, timeOf } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier: Tier;
  organization?: string;
  action?: string;
  subject?: string;
  since?: string;
  limit: number;
  json?: boolean;
}

const example = `
Example:
  npm run --silent cli -- audit --tier live --action api_key.revoked --since 2026-11-20T00:00:00Z`;

export function auditCommand(): Command {
  return new Command('audit')
    .description('List audit events of keys, endpoints, plans and workflows, newest first')
    .addOption(tierOption())
    .addOption(organizationIdOption())
    .addOption(new Option('--action <action>', 'only events of this action').choices(auditActionSchema.options))
    .option('--subject <id>', 'only events of the object with this id')
    .option('--since <time>', 'only events from this time on, like 2026-11-20T00:00:00Z', timeOf)
    .option('--limit <count>', 'maximum number of events', countUpTo(10_000), 100)
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(listEvents);
}

async function listEvents({ tier, organization, since, json, ...rest }: Options): Promise<void> {
  const filters = { ...rest, organizationId: organization, created_after: since };
  const entries = await withServices((services) => services.get(AuditLog).all(tier, filters), [tier]);
  const lines = entries.map(({ created_at, action, subject, actor, organization_id, details, address }) =>
    [
      created_at,
      action,
      subject,
      `by ${actor.kind} ${actor.id ?? ''}`.trim(),
      organization_id === null ? 'all organizations' : `organization ${organization_id}`,
      ...(address === null ? [] : [`from ${address}`]),
      JSON.stringify(details),
    ].join('  '),
  );
  print(json, { entries }, lines.length > 0 ? lines.join('\n') : 'No audit events match.');
}
