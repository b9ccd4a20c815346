import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import type { Tier } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Redelivered } from '../webhooks/deliveries/webhook-delivery.record.js';
import { WebhookDeliveries } from '../webhooks/deliveries/webhook-deliveries.service.js';
import { CommandError, jsonOption, organizationIdOption, print, tierOption, timeOf } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier: Tier;
  delivery?: string;
  endpoint?: string;
  organization?: string;
  since?: string;
  json?: boolean;
}

interface Result {
  redelivered: number;
  /** Ids of disabled endpoints. They receive nothing until their owner enables them. */
  disabled: string[];
}

const example = `
Examples:
  npm run --silent cli -- webhooks redeliver --tier live --delivery dlv_…
  npm run --silent cli -- webhooks redeliver --tier live --endpoint we_… --since 2026-11-20T00:00:00Z
  npm run --silent cli -- webhooks redeliver --tier live --organization 019a… --since 2026-11-20T00:00:00Z

A redelivered message keeps its webhook-id, so receivers can detect duplicates. With --since, the command sends messages that
failed, messages whose retries ended, and events that occurred while the endpoint was disabled.`;

export function webhooksCommand(): Command {
  const redeliver = new Command('redeliver')
    .description('Redeliver one message, or all undelivered messages of an endpoint or organization since a time')
    .addOption(tierOption())
    .option('--delivery <id>', 'one delivery, even if it succeeded')
    .option('--endpoint <id>', 'all undelivered messages of this endpoint')
    .addOption(organizationIdOption())
    .option('--since <time>', 'start time, like 2026-11-20T00:00:00Z', timeOf)
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(redeliverMessages);
  return new Command('webhooks').description('Manage webhook deliveries').addCommand(redeliver);
}

async function redeliverMessages(options: Options, command: Command): Promise<void> {
  const { delivery, endpoint, organization, since, json } = options;
  const named = [delivery, endpoint, organization].filter((name) => name !== undefined).length;
  if (named !== 1) command.error('error: specify exactly one of --delivery, --endpoint and --organization');
  if ((delivery === undefined) !== (since !== undefined)) {
    command.error('error: --endpoint and --organization require --since; --delivery does not accept it');
  }
  const done = await withServices((services) => send(services, options), [options.tier]);
  const disabled = done.disabled.map(
    (id) => `\nEndpoint ${id} is disabled and receives nothing until its owner enables it.`,
  );
  print(json, { ...done }, `${done.redelivered} deliveries queued.${disabled.join('')}`);
}

async function send(services: INestApplicationContext, options: Options): Promise<Result> {
  const { tier, delivery, endpoint, organization, since = '' } = options;
  const [redelivery, db] = [services.get(WebhookDeliveries), services.get(Databases).for(tier)];
  if (delivery !== undefined) {
    const found = await db.webhookDelivery.findUnique({ where: { id: delivery } });
    if (!found) throw new CommandError(`No delivery in the ${tier} tier has the id ${delivery}.`);
    await redelivery.redeliver({ tier, organizationId: found.organizationId }, delivery);
    return { redelivered: 1, disabled: [] };
  }
  const where = endpoint === undefined ? { organizationId: organization ?? '' } : { id: endpoint };
  const endpoints = await db.webhookEndpoint.findMany({ where });
  if (endpoint !== undefined && endpoints.length === 0) {
    throw new CommandError(`No endpoint in the ${tier} tier has the id ${endpoint}.`);
  }
  const done: Result = { redelivered: 0, disabled: endpoints.filter(({ enabled }) => !enabled).map(({ id }) => id) };
  for (const { id, organizationId } of endpoints.filter(({ enabled }) => enabled)) {
    done.redelivered += await all(() => redelivery.redeliverSince({ tier, organizationId }, id, new Date(since)));
  }
  if (organization !== undefined) {
    const owner = { tier, organizationId: organization };
    done.redelivered += await all(() => redelivery.redeliverOwnAddressesSince(owner, new Date(since)));
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
