import { Command } from 'commander';
import { definitionWarnings } from '../../../model/simulate.js';
import { Publications } from '../../workflows/publication/publications.service.js';
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
      return { checked, ...publisher, isNew: checks.map(({ isNew }) => isNew) };
    }),
  );
  const { definition, digest, golden } = done.checked;
  const { workflow_id, version } = definition;
  const warnings = definitionWarnings(definition);
  const at = tiersOf(options).map((tier, index) => ({ tier, is_new: done.isNew[index] ?? false }));
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
  const lines = at.map(({ tier, is_new }) => `${tier}: ${is_new ? result : 'already published'}`);
  print(
    options.json,
    object,
    [`${workflow_id} ${version}, digest ${digest}`, ...lines, ...warningsText(warnings)].join('\n'),
  );
}
