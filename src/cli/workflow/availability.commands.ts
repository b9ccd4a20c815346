import { Command } from 'commander';
import type { Tier } from '../../common/identity/caller.js';
import { Publications } from '../../workflows/publication/publications.service.js';
import type { Publisher } from '../../workflows/publication/version.writer.js';
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
