import { Command } from 'commander';
import type { Tier } from '../../common/identity/caller.js';
import { Publications } from '../../workflows/publication/publications.service.js';
import type { Publisher, PlacedVersion } from '../../workflows/publication/version.writer.js';
import { CommandError, eitherTierOption, jsonOption, nameUpTo, print, tiersOf } from '../options.js';
import { withServices } from '../with-services.js';
import type { INestApplicationContext } from '@nestjs/common';
import { AppError, type Issue } from '../../common/errors/app-error.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { byOperator } from '../../platform/audit/audit.js';
import { definitionWarnings } from '../../../model/simulate.js';
import { warningsText } from './calibration-text.js';
import { readJson } from './files.js';

const deprecateExample = `
Example:
  npm run --silent cli -- workflow deprecate my-workflow --public

The service immediately rejects new simulations of all versions. Queued simulations still run, and results stay available.
To make the workflow available again, run workflow restore or promote a higher version.`;

const restoreExample = `
Example:
  npm run --silent cli -- workflow restore my-workflow --public

The command undoes the last deprecation: the service immediately accepts new simulations of the versions that it ended.`;

export const deprecateCommand = () =>
  availabilityCommand(
    'deprecate',
    'Deprecate a workflow with all of its versions',
    deprecateExample,
    async (publications, tier, workflowId, publisher) => {
      const row = await publications.withdraw(tier, workflowId, publisher);
      if (!row) return undefined;
      const { version, deprecated_at } = row;
      return { result: { version, deprecated_at }, text: `${version}, deprecated at ${deprecated_at}` };
    },
  );

export const restoreCommand = () =>
  availabilityCommand(
    'restore',
    'Undo the deprecation of a workflow',
    restoreExample,
    async (publications, tier, workflowId, publisher) => {
      const versions = await publications.restore(tier, workflowId, publisher);
      if (versions === undefined) return undefined;
      const text = `${versions} ${versions === 1 ? 'version' : 'versions'} restored`;
      return { result: { versions }, text: versions === 0 ? 'not deprecated' : text };
    },
  );

/** What a command did in one tier; undefined if the tier has no such workflow. */
type Change = (
  publications: Publications,
  tier: Tier,
  workflowId: string,
  publisher: Publisher,
) => Promise<{ result: object; text: string } | undefined>;

function availabilityCommand(name: string, description: string, example: string, change: Change): Command {
  return withPublishingOptions(new Command(name))
    .description(description)
    .argument('<workflow_id>', 'slug of the workflow')
    .addHelpText('after', example)
    .action(async (workflowId: string, options: PublishingOptions, command: Command) => {
      requireOneOwner(options, command);
      const changed = await withServices((services) =>
        withApiErrors(workflowId, async () => {
          const publisher = await publisherOf(services, options);
          const publications = services.get(Publications);
          return Promise.all(
            tiersOf(options).map(async (tier) => ({
              tier,
              done: await change(publications, tier, workflowId, publisher),
            })),
          );
        }),
      );
      const found = changed.flatMap(({ tier, done }) => (done ? [{ tier, ...done }] : []));
      if (found.length === 0) throw new CommandError(`No workflow ${workflowId} ${ownerText(options)} exists.`);
      const lines = found.map(({ tier, text }) => `${tier}: ${text}`);
      const inTiers = found.map(({ tier, result }) => ({ tier, ...result }));
      print(options.json, { workflow_id: workflowId, tiers: inTiers }, [workflowId, ...lines].join('\n'));
    });
}

interface PublishingOptions {
  public?: boolean;
  organization?: string;
  tier?: Tier;
  json?: boolean;
}

function withPublishingOptions(command: Command): Command {
  return command
    .option('--public', 'workflow for all organizations')
    .option('--organization <name>', 'workflow of one organization (name or id)', nameUpTo(200))
    .addOption(eitherTierOption())
    .addOption(jsonOption());
}

function requireOneOwner({ public: isPublic, organization }: PublishingOptions, command: Command): void {
  if ((isPublic === undefined) === (organization === undefined))
    command.error('error: specify either --public or --organization');
}

const ownerText = ({ organization }: PublishingOptions): string =>
  organization === undefined ? 'for all organizations' : `of ${organization}`;

async function publisherOf(services: INestApplicationContext, { organization }: PublishingOptions): Promise<Publisher> {
  if (organization === undefined) return { organizationId: null, by: byOperator(null) };
  const found = await services.get(Organizations).find(organization);
  if (!found) throw new CommandError(`No organization has the name or id ${organization}.`);
  return { organizationId: found.id, by: byOperator(found.id) };
}

/** Turns an API error into a CLI error with the same code and issues. `subject` names the input. */
async function withApiErrors<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
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

interface Options extends PublishingOptions {
  dryRun?: boolean;
}

const example = `
Examples:
  npm run --silent cli -- workflow promote my-workflow.json --public --dry-run
  npm run --silent cli -- workflow promote my-workflow.json --organization "Acme" --tier sandbox

The command validates the definition and its evidence and simulates it, like POST /v1/case-studies. It publishes in all selected tiers
or in none. Promoting the same definition again changes nothing. Only the API, with "dry_run", reports questions that match other workflows.`;

export function promoteCommand(): Command {
  return withPublishingOptions(new Command('promote'))
    .description('Validate a definition and publish it in the catalog')
    .argument('<file>', 'definition (JSON)')
    .option('--dry-run', 'validate without publishing')
    .addHelpText('after', example)
    .action(promote);
}

async function promote(file: string, options: Options, command: Command): Promise<void> {
  requireOneOwner(options, command);
  const document = readJson(file);
  const done = await withServices((services) =>
    withApiErrors(file, async () => {
      const publications = services.get(Publications);
      const publisher = await publisherOf(services, options);
      const checked = await publications.check(document);
      const publish = (isDryRun: boolean) =>
        Promise.all(tiersOf(options).map((tier) => publications.publish(tier, checked, publisher, isDryRun)));
      const checks = await publish(true);
      if (!options.dryRun) await publish(false);
      return { checked, ...publisher, checks };
    }),
  );
  const { definition, digest, golden } = done.checked;
  const { workflow_id, version } = definition;
  const warnings = definitionWarnings(definition);
  const at = tiersOf(options).map((tier, index) => placedIn(tier, done.checks[index]!));
  const object = {
    workflow_id,
    version,
    organization_id: done.organizationId,
    definition_digest: digest,
    dry_run: options.dryRun ?? false,
    tiers: at,
    golden,
    warnings,
  };
  const result = options.dryRun ? 'can be promoted' : 'promoted';
  const restoring = `deprecated; run workflow restore ${workflow_id}`;
  const lines = at.map(
    ({ tier, is_new, deprecated }) => `${tier}: ${is_new ? result : deprecated ? restoring : 'already published'}`,
  );
  print(
    options.json,
    object,
    [`${workflow_id} ${version}, digest ${digest}`, ...lines, ...warningsText(warnings)].join('\n'),
  );
}

const placedIn = (tier: Tier, { isNew, row }: PlacedVersion) => ({
  tier,
  is_new: isNew,
  deprecated: row.deprecatedAt !== null,
});
