import { Command } from 'commander';
import { definitionWarnings } from '../../../model/simulate.js';
import type { Tier } from '../../common/identity/caller.js';
import { Publications } from '../../workflows/publication/publications.service.js';
import type { PlacedVersion } from '../../workflows/publication/version.writer.js';
import { print } from '../options.js';
import { withServices } from '../with-services.js';
import { warningsText } from './calibration-text.js';
import { readJson } from './files.js';
import {
  withApiErrors,
  publisherOf,
  requireOneOwner,
  tiersOf,
  withPublishingOptions,
  type PublishingOptions,
} from './publishing-options.js';

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
