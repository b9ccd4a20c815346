import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Redelivered } from '../webhooks/deliveries/webhook-delivery.schema.js';
import { WebhookRedelivery } from '../webhooks/deliveries/webhook-redelivery.service.js';
import { CommandError } from './command-error.js';
import { jsonOption, organizationIdOption, print, tierOption, timeOf } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier: Tier;
  delivery?: string;
  endpoint?: string;
  organization?: string;
  since?: string;
  json?: boolean;
}

interface Done {
  redelivered: number;
  /** Endpoints that are disabled: their owner has to enable them first. */
  disabled: string[];
}

const example = `
Examples:
  npm run --silent cli -- webhooks redeliver --tier live --delivery dlv_…
  npm run --silent cli -- webhooks redeliver --tier live --endpoint we_… --since 2026-11-20T00:00:00Z
  npm run --silent cli -- webhooks redeliver --tier live --organization 019a… --since 2026-11-20T00:00:00Z

What is sent again keeps its webhook-id, so a receiver that had it knows it. With --since that is what failed, what was
given up, and what happened while the endpoint was disabled.`;

export function webhooksCommand(): Command {
  const redeliver = new Command('redeliver')
    .description('send again: one delivery, or what an endpoint or an organization did not get since a time')
    .addOption(tierOption())
    .option('--delivery <id>', 'one delivery, also where it had succeeded')
    .option('--endpoint <id>', 'all that this endpoint did not get')
    .addOption(organizationIdOption())
    .option('--since <time>', 'with a time zone, like 2026-11-20T00:00:00Z', timeOf)
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(redeliverSome);
  return new Command('webhooks').description('webhooks and their deliveries').addCommand(redeliver);
}

async function redeliverSome(options: Options, command: Command): Promise<void> {
  const { delivery, endpoint, organization, since, json } = options;
  const named = [delivery, endpoint, organization].filter((name) => name !== undefined).length;
  if (named !== 1) command.error('error: name one of --delivery, --endpoint, --organization');
  if ((delivery === undefined) !== (since !== undefined)) {
    command.error('error: --since goes with --endpoint and --organization, and with nothing else');
  }
  const done = await withServices((services) => send(services, options), [options.tier]);
  const disabled = done.disabled.map((id) => `\n${id} is disabled, and gets nothing until its owner enables it.`);
  print(json, { ...done }, `${done.redelivered} on their way again.${disabled.join('')}`);
}

async function send(services: INestApplicationContext, options: Options): Promise<Done> {
  const { tier, delivery, endpoint, organization, since = '' } = options;
  const [redelivery, db] = [services.get(WebhookRedelivery), services.get(Databases).for(tier)];
  if (delivery !== undefined) {
    const found = await db.webhookDelivery.findUnique({ where: { id: delivery } });
    if (!found) throw new CommandError(`There is no delivery ${delivery} in the ${tier} tier.`);
    await redelivery.one({ tier, organizationId: found.organizationId }, delivery);
    return { redelivered: 1, disabled: [] };
  }
  const where = endpoint === undefined ? { organizationId: organization ?? '' } : { id: endpoint };
  const endpoints = await db.webhookEndpoint.findMany({ where });
  if (endpoint !== undefined && endpoints.length === 0) {
    throw new CommandError(`There is no endpoint ${endpoint} in the ${tier} tier.`);
  }
  const done: Done = { redelivered: 0, disabled: endpoints.filter(({ enabled }) => !enabled).map(({ id }) => id) };
  for (const { id, organizationId } of endpoints.filter(({ enabled }) => enabled)) {
    done.redelivered += await all(() => redelivery.allSince({ tier, organizationId }, id, new Date(since)));
  }
  if (organization !== undefined) {
    const owner = { tier, organizationId: organization };
    done.redelivered += await all(() => redelivery.ownAddressesSince(owner, new Date(since)));
  }
  return done;
}

async function all(redeliver: () => Promise<Redelivered>): Promise<number> {
  let total = 0;
  for (;;) {
    const { redelivered, has_more } = await redeliver();
    total += redelivered;
    if (!has_more) return total;
  }
}
