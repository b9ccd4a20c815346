import { Command } from 'commander';
import { Publications } from '../../workflows/publication/publications.service.js';
import { CommandError } from '../command-error.js';
import { print } from '../options.js';
import { withServices } from '../with-services.js';
import {
  publisherOf,
  refuseUnclear,
  tiersOf,
  withPublishingOptions,
  type PublishingOptions,
} from './publishing-options.js';

const example = `
Example:
  npm run --silent cli -- workflow deprecate my-workflow --public

Nothing new is run with any of its versions, from then on and in every process. What is queued runs, and results stay. Only a higher version
brings it back.`;

export function deprecateCommand(): Command {
  return withPublishingOptions(new Command('deprecate'))
    .description('take a workflow out of the catalog, with all of its versions')
    .argument('<workflow_id>', 'the slug of the workflow')
    .addHelpText('after', example)
    .action(deprecate);
}

async function deprecate(workflowId: string, options: PublishingOptions, command: Command): Promise<void> {
  refuseUnclear(options, command);
  const withdrawn = await withServices(async (services) => {
    const publisher = await publisherOf(services, options);
    const publications = services.get(Publications);
    return Promise.all(
      tiersOf(options).map(async (tier) => ({ tier, row: await publications.withdraw(tier, workflowId, publisher) })),
    );
  });
  const found = withdrawn.flatMap(({ tier, row }) =>
    row ? [{ tier, version: row.version, deprecated_at: row.deprecated_at }] : [],
  );
  const whose = options.organization ?? 'everybody';
  if (found.length === 0) throw new CommandError(`There is no workflow ${workflowId} of ${whose}.`);
  const lines = found.map(({ tier, version, deprecated_at }) => `${tier}: ${version}, deprecated at ${deprecated_at}`);
  print(options.json, { workflow_id: workflowId, tiers: found }, [workflowId, ...lines].join('\n'));
}
