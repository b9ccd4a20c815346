import { Command } from 'commander';
import { Publications } from '../../workflows/publication/publications.service.js';
import { CommandError, print } from '../options.js';
import { withServices } from '../with-services.js';
import {
  ownerText,
  publisherOf,
  requireOneOwner,
  tiersOf,
  withPublishingOptions,
  type PublishingOptions,
} from './publishing-options.js';

const example = `
Example:
  npm run --silent cli -- workflow deprecate my-workflow --public

The service immediately rejects new simulations of all versions. Queued simulations still run, and results stay available.
To make the workflow available again, run workflow restore or promote a higher version.`;

export function deprecateCommand(): Command {
  return withPublishingOptions(new Command('deprecate'))
    .description('Deprecate a workflow with all of its versions')
    .argument('<workflow_id>', 'slug of the workflow')
    .addHelpText('after', example)
    .action(deprecate);
}

async function deprecate(workflowId: string, options: PublishingOptions, command: Command): Promise<void> {
  requireOneOwner(options, command);
  const deprecated = await withServices(async (services) => {
    const publisher = await publisherOf(services, options);
    const publications = services.get(Publications);
    return Promise.all(
      tiersOf(options).map(async (tier) => ({ tier, row: await publications.withdraw(tier, workflowId, publisher) })),
    );
  });
  const found = deprecated.flatMap(({ tier, row }) =>
    row ? [{ tier, version: row.version, deprecated_at: row.deprecated_at }] : [],
  );
  if (found.length === 0) throw new CommandError(`No workflow ${workflowId} ${ownerText(options)} exists.`);
  const lines = found.map(({ tier, version, deprecated_at }) => `${tier}: ${version}, deprecated at ${deprecated_at}`);
  print(options.json, { workflow_id: workflowId, tiers: found }, [workflowId, ...lines].join('\n'));
}
