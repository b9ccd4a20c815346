import { Command, Option } from 'commander';
import { tiers, type Tier } from '../common/identity/tier.js';
import { operatorName } from '../platform/audit/audit.js';
import { QueueControl, type QueueStatus } from '../simulations/execution/queue-control.service.js';
import { CommandError } from './command-error.js';
import { jsonOption, print, tierOption } from './options.js';
import { withServices } from './with-services.js';

interface Options {
  tier?: Tier;
  lost?: boolean;
  json?: boolean;
}

const help = `
drain: workers finish what they run and take nothing more, in every process, until resume. What comes is accepted and waits.
requeue: takes a running simulation from whoever has it; another worker starts it anew, with the same seed and so the same results.
--lost: what nobody holds is taken up by itself within seconds; this also forgives it how often it was lost.`;

export function queueCommand(): Command {
  const named = (name: string, description: string) => new Command(name).description(description);
  const status = named('status', 'what waits, and for how long').addOption(eitherTier()).action(printStatus);
  const drain = named('drain', 'let workers take no more').addOption(eitherTier()).action(drainTiers);
  const resume = named('resume', 'let workers go on').addOption(eitherTier()).action(resumeTiers);
  const again = named('requeue', 'start a simulation anew, or what nobody holds')
    .argument('[id]', 'the id of a simulation that runs')
    .option('--lost', 'all that nobody holds')
    .addOption(tierOption())
    .action(requeue);
  const queue = named('queue', 'what waits for workers, and their stop and go').addHelpText('after', help);
  for (const each of [status, drain, resume, again]) queue.addCommand(each.addOption(jsonOption()));
  return queue;
}

const eitherTier = () => new Option('--tier <tier>', 'one of the two; left out: both').choices([...tiers]);

const tiersOf = ({ tier }: Options) => (tier === undefined ? tiers : [tier]);

async function printStatus(options: Options): Promise<void> {
  const told = await withServices(async (services) => {
    const control = services.get(QueueControl);
    return Promise.all(tiersOf(options).map(async (tier) => [tier, await control.status(tier)] as const));
  }, tiersOf(options));
  print(options.json, Object.fromEntries(told), told.map(([tier, status]) => linesOf(tier, status)).join('\n'));
}

function linesOf(tier: Tier, status: QueueStatus): string {
  const waits = (count: number, ageSeconds: number) =>
    `${count}${count > 0 ? `, the oldest for ${Math.round(ageSeconds)} s` : ''}`;
  return [
    `${tier}${status.paused_by === null ? '' : `: DRAINED by ${status.paused_by} at ${status.paused_at}`}`,
    `  queued      ${waits(status.queued, status.queued_age)}`,
    `  running     ${status.running}, of which nobody holds ${status.lost}`,
    `  outbox      ${waits(status.outbox, status.outbox_age)}`,
    `  deliveries  ${waits(status.deliveries, status.deliveries_age)}`,
  ].join('\n');
}

const drainTiers = (options: Options) =>
  inTiers(options, 'is drained', (control, tier) => control.pause(tier, operatorName()));

const resumeTiers = (options: Options) => inTiers(options, 'goes on', (control, tier) => control.resume(tier));

async function inTiers(
  options: Options,
  what: string,
  act: (control: QueueControl, tier: Tier) => Promise<void>,
): Promise<void> {
  const told = tiersOf(options);
  await withServices(async (services) => {
    for (const tier of told) await act(services.get(QueueControl), tier);
  }, told);
  print(options.json, { tiers: [...told] }, told.map((tier) => `${tier} ${what}.`).join('\n'));
}

async function requeue(
  id: string | undefined,
  { tier = 'sandbox', lost, json }: Options,
  command: Command,
): Promise<void> {
  if ((id === undefined) !== (lost === true)) command.error('error: name a simulation, or say --lost');
  const requeued = await withServices(
    async (services) => {
      const control = services.get(QueueControl);
      if (id === undefined) return control.requeueLost(tier);
      if (await control.requeue(tier, id)) return 1;
      throw new CommandError(`No simulation ${id} runs in the ${tier} tier.`);
    },
    [tier],
  );
  print(json, { requeued }, `${requeued} to be taken up again.`);
}
