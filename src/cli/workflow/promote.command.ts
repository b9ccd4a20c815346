import { Command } from 'commander';
import { Publications } from '../../workflows/publication/publications.service.js';
import { print } from '../options.js';
import { withServices } from '../with-services.js';
import { readJson } from './files.js';
import {
  explained,
  publisherOf,
  refuseUnclear,
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

The definition is checked, with its evidence, and simulated, as POST /v1/case-studies does it. It is written where every tier has room for
it, else nowhere; the same definition once more changes nothing. Which questions it shares with other workflows is not looked at: the API
tells it, with "dry_run".`;

export function promoteCommand(): Command {
  return withPublishingOptions(new Command('promote'))
    .description('check a definition and bring it into the catalog')
    .argument('<file>', 'the definition (JSON)')
    .option('--dry-run', 'check all, and write nothing')
    .addHelpText('after', example)
    .action(promote);
}

async function promote(file: string, options: Options, command: Command): Promise<void> {
  refuseUnclear(options, command);
  const document = readJson(file);
  const done = await withServices((services) =>
    explained(file, async () => {
      const publications = services.get(Publications);
      const publisher = await publisherOf(services, options);
      const checked = await publications.check(document);
      const published = (isDryRun: boolean) =>
        Promise.all(tiersOf(options).map((tier) => publications.publish(tier, checked, publisher, isDryRun)));
      const room = await published(true);
      if (!options.dryRun) await published(false);
      return { checked, ...publisher, isNew: room.map(({ isNew }) => isNew) };
    }),
  );
  const { definition, digest, golden } = done.checked;
  const { workflow_id, version } = definition;
  const at = tiersOf(options).map((tier, index) => ({ tier, is_new: done.isNew[index] ?? false }));
  const object = {
    ...{ workflow_id, version, organization_id: done.organizationId, definition_digest: digest },
    ...{ dry_run: options.dryRun ?? false, tiers: at, golden },
  };
  const would = options.dryRun ? 'can be promoted' : 'is promoted';
  const lines = at.map(({ tier, is_new }) => `${tier}: ${is_new ? would : 'was there already'}`);
  print(options.json, object, [`${workflow_id} ${version}, digest ${digest}`, ...lines].join('\n'));
}
