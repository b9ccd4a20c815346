import { Command } from 'commander';
import type { Tier } from '../common/identity/caller.js';
import { operatorName } from '../platform/audit/audit.js';
import { QueueControl, type QueueStatus } from '../simulations/queue/queue-control.service.js';
import { CommandError, eitherTierOption, jsonOption, print, tierOption, tiersOf } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier?: Tier;
  lost?: boolean;
  json?: boolean;
}

const help = `
drain: All workers complete their runs and start no new ones until resume. The API still accepts simulations and queues them.
requeue: Takes a running simulation from its worker. Another worker runs it again with the same seed and the same results.
--lost: Requeues lost runs and resets their attempt counters. Workers also requeue lost runs automatically within seconds.`;

export function queueCommand(): Command {
  const named = (name: string, description: string) => new Command(name).description(description);
  const status = named('status', 'Show the queued work and its age').addOption(eitherTierOption()).action(showStatus);
  const drain = named('drain', 'Stop workers from starting new runs').addOption(eitherTierOption()).action(drainTiers);
  const resume = named('resume', 'Let workers start new runs again').addOption(eitherTierOption()).action(resumeTiers);
  const requeueCommand = named('requeue', 'Requeue a running simulation or all lost runs')
    .argument('[id]', 'id of a running simulation')
    .option('--lost', 'all lost runs')
    .addOption(tierOption())
    .action(requeue);
  const queue = named('queue', 'Inspect and control the queue of simulations').addHelpText('after', help);
  for (const each of [status, drain, resume, requeueCommand]) queue.addCommand(each.addOption(jsonOption()));
  return queue;
}

async function showStatus(options: Options): Promise<void> {
  const statuses = await withServices(async (services) => {
    const control = services.get(QueueControl);
    return Promise.all(tiersOf(options).map(async (tier) => [tier, await control.status(tier)] as const));
  }, tiersOf(options));
  print(options.json, Object.fromEntries(statuses), statuses.map(([tier, status]) => linesOf(tier, status)).join('\n'));
}

function linesOf(tier: Tier, status: QueueStatus): string {
  const countAndAge = (count: number, ageSeconds: number) =>
    `${count}${count > 0 ? `, the oldest waits ${Math.round(ageSeconds)} s` : ''}`;
  return [
    `${tier}${status.paused_by === null ? '' : `: drained by ${status.paused_by} at ${status.paused_at}`}`,
    `  queued      ${countAndAge(status.queued, status.queued_age)}`,
    `  running     ${status.running}, ${status.lost} of them lost`,
    `  outbox      ${countAndAge(status.outbox, status.outbox_age)}`,
    `  deliveries  ${countAndAge(status.deliveries, status.deliveries_age)}`,
  ].join('\n');
}

const drainTiers = (options: Options) =>
  inTiers(options, 'queue drained.', (control, tier) => control.pause(tier, operatorName()));

const resumeTiers = (options: Options) => inTiers(options, 'queue resumed.', (control, tier) => control.resume(tier));

async function inTiers(
  options: Options,
  result: string,
  act: (control: QueueControl, tier: Tier) => Promise<void>,
): Promise<void> {
  const selected = tiersOf(options);
  await withServices(async (services) => {
    for (const tier of selected) await act(services.get(QueueControl), tier);
  }, selected);
  print(options.json, { tiers: [...selected] }, selected.map((tier) => `${tier}: ${result}`).join('\n'));
}

async function requeue(
  id: string | undefined,
  { tier = 'sandbox', lost, json }: Options,
  command: Command,
): Promise<void> {
  if ((id === undefined) !== (lost === true)) command.error('error: specify either a simulation id or --lost');
  const requeued = await withServices(
    async (services) => {
      const control = services.get(QueueControl);
      if (id === undefined) return control.requeueLost(tier);
      if (await control.requeue(tier, id)) return 1;
      throw new CommandError(`No running simulation in the ${tier} tier has the id ${id}.`);
    },
    [tier],
  );
  print(json, { requeued }, requeued === 1 ? '1 simulation requeued.' : `${requeued} simulations requeued.`);
}
