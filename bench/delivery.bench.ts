import { setTimeout as sleep } from 'node:timers/promises';
import { Organization } from './delivery/organization.js';
import { Receiver, type Received } from './delivery/receiver.js';
import { median, quantile, type Benchmark, type Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';

const endpointCount = 200;
const hangingCount = endpointCount / 4;
const deliveriesARound = 10_000;
const rounds = 5;
const eventsARound = 10;
const betweenEventsMs = 500;
const atOnce = 32;
const alone = `undici alone, ${atOnce} at once`;

/** One worker and a receiver that answers at once: how many a second, how soon, and how soon when others do not answer. */
export const delivery: Benchmark = {
  name: 'delivery',
  about: `webhooks of one worker, to 1 and to ${endpointCount} endpoints, beside undici alone; with a quarter hanging`,
  run() {
    leaveServerCore();
    return withStores(measure);
  },
};

interface Bench {
  receiver: Receiver;
  worker: MeasuredServer;
  organization: Organization;
}

async function measure({ environment, key, sandboxDatabaseUrl }: Stores): Promise<Figure[]> {
  const env = { ...environment, NODE_ENV: 'development', SVC_ALLOW_PRIVATE_WEBHOOKS: '1' };
  const receiver = await Receiver.start();
  const [api, worker, bare] = await Promise.all(
    ['dist/src/main.js', 'dist/src/worker.js', 'dist/bench/delivery/undici-alone.js'].map((entry) =>
      MeasuredServer.start(entry, env),
    ),
  );
  if (!api || !worker || !bare) throw new Error('a process is missing');
  const urls = Array.from({ length: endpointCount }, (_, index) => `${receiver.url}/${index}`);
  const organization = await Organization.create({ api: api.url, key, databaseUrl: sandboxDatabaseUrl }, urls);
  const bench = { receiver, worker, organization };
  try {
    await receiver.begin();
    await organization.simulate();
    const { body } = await receiver.waitFor(endpointCount);
    return [...(await rates(bench, bare, body)), ...(await lags(bench))];
  } finally {
    await organization.close();
    await Promise.all([api, worker, bare, receiver].map((each) => each.stop()));
  }
}

interface Rate {
  perSecond: number;
  perCpuSecond: number;
}

/** All in turns, so that what slows the machine for a while slows all of them. */
async function rates({ receiver, worker, organization }: Bench, bare: MeasuredServer, body: string): Promise<Figure[]> {
  const contenders = new Map<string, () => Promise<Rate>>([
    [
      alone,
      () => {
        const order = { url: `${receiver.url}/0`, body, count: deliveriesARound, atOnce };
        return rateOf(receiver, bare, () => bare.tell(order));
      },
    ],
    ...[1, endpointCount].map((count): [string, () => Promise<Rate>] => [
      `deliveries to ${count === 1 ? 'one endpoint' : `${count} endpoints`}`,
      () => rateOf(receiver, worker, () => organization.fill(deliveriesARound, count, body)),
    ]),
  ]);
  const samples = new Map([...contenders.keys()].map((name) => [name, [] as Rate[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of contenders) samples.get(name)?.push(await run());
  }
  return (['perSecond', 'perCpuSecond'] as const).flatMap((per) => {
    const base = median((samples.get(alone) ?? []).map((rate) => rate[per]));
    return [...samples].map(([name, all]) => {
      const value = median(all.map((rate) => rate[per]));
      const unit = per === 'perSecond' ? 'per second' : 'per CPU-second';
      return name === alone
        ? { case: name, value, unit, against: null, ratio: null }
        : { case: name, value, unit, against: alone, ratio: value / base };
    });
  });
}

async function rateOf(receiver: Receiver, server: MeasuredServer, begin: () => Promise<void> | void): Promise<Rate> {
  await receiver.begin();
  const before = await server.cpuSeconds();
  await begin();
  const { count, firstMs, lastMs } = await receiver.waitFor(deliveriesARound);
  const cpuSeconds = (await server.cpuSeconds()) - before;
  return { perSecond: (count / Math.max(1, lastMs - firstMs)) * 1_000, perCpuSecond: count / cpuSeconds };
}

/** From the end of a simulation to its arrival at the endpoints that answer, in turns with all of them answering and a quarter not. */
async function lags(bench: Bench): Promise<Figure[]> {
  const hanging = Array.from({ length: hangingCount }, (_, index) => `/${index * 4}`);
  const [normal, disturbed]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    normal.push((await lagsOf(bench, [])).lagsMs);
    disturbed.push((await lagsOf(bench, hanging)).lagsMs);
    await bench.organization.giveUpPending();
  }
  return ([0.5, 0.95] as const).flatMap((p) => {
    const [value, base] = [disturbed, normal].map((all) => median(all.map((sample) => quantile(sample, p))));
    if (value === undefined || base === undefined) throw new Error('nothing was measured');
    const against = `completed → received, p${100 * p}`;
    return [
      { case: against, value: base, unit: 'ms', against: null, ratio: null },
      { case: `${against}, a quarter hanging`, value, unit: 'ms', against, ratio: value / base },
    ];
  });
}

async function lagsOf({ receiver, organization }: Bench, hanging: readonly string[]): Promise<Received> {
  await receiver.begin(hanging);
  for (let event = 0; event < eventsARound; event++) {
    await organization.simulate();
    await sleep(betweenEventsMs);
  }
  return receiver.waitFor(eventsARound * (endpointCount - hanging.length));
}
