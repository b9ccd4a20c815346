import { Command } from 'commander';
import { Publications } from '../../workflows/publication/publications.service.js';
import { CommandError, print } from '../options.js';
import { withServices } from '../with-services.js';
import {
  ownerText,
  publisherOf,
  requireOneOwner,
  tiersOf,
  withApiErrors,
  withPublishingOptions,
  type PublishingOptions,
} from './publishing-options.js';

const example = `
Example:
  npm run --silent cli -- workflow restore my-workflow --public

The command undoes the last deprecation: the service immediately accepts new simulations of the versions that it ended.`;

export function restoreCommand(): Command {
  return withPublishingOptions(new Command('restore'))
    .description('Undo the deprecation of a workflow')
    .argument('<workflow_id>', 'slug of the workflow')
    .addHelpText('after', example)
    .action(restore);
}

async function restore(workflowId: string, options: PublishingOptions, command: Command): Promise<void> {
  requireOneOwner(options, command);
  const restored = await withServices((services) =>
    withApiErrors(workflowId, async () => {
      const publisher = await publisherOf(services, options);
      const publications = services.get(Publications);
      return Promise.all(
        tiersOf(options).map(async (tier) => ({
          tier,
          versions: await publications.restore(tier, workflowId, publisher),
        })),
      );
    }),
  );
  const found = restored.flatMap(({ tier, versions }) => (versions === undefined ? [] : [{ tier, versions }]));
  if (found.length === 0) throw new CommandError(`No workflow ${workflowId} ${ownerText(options)} exists.`);
  const lines = found.map(({ tier, versions }) =>
    versions === 0
      ? `${tier}: not deprecated`
      : `${tier}: ${versions} ${versions === 1 ? 'version' : 'versions'} restored`,
  );
  print(options.json, { workflow_id: workflowId, tiers: found }, [workflowId, ...lines].join('\n'));
}
