import { setTimeout as sleep } from 'node:timers/promises';
import { Organization } from './delivery/organization.js';
import { Receiver, type Received } from './delivery/receiver.js';
import { median, quantile, type Benchmark, type Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';

const endpointCount = 200;
const hangingCount = endpointCount / 4;
const deliveriesPerRound = 10_000;
const rounds = 5;
const eventsPerRound = 10;
const eventIntervalMs = 500;
const concurrency = 32;
/** All deliveries go to one host. */
const withoutHostLimit = { SVC_WEBHOOK_ATTEMPTS_PER_MINUTE: '1000000' };
const alone = `undici alone, ${concurrency} concurrent requests`;

/** Rate and delay of deliveries of one worker. Also measures the delay while a quarter of the endpoints does not respond. */
export const delivery: Benchmark = {
  name: 'delivery',
  about: `webhooks of one worker, to 1 and to ${endpointCount} endpoints, compared with undici alone; with a quarter hanging`,
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
  const env = { ...environment, NODE_ENV: 'development', SVC_ALLOW_PRIVATE_WEBHOOKS: '1', ...withoutHostLimit };
  const receiver = await Receiver.start();
  const [api, worker, bare] = await Promise.all(
    ['dist/app/main.js', 'dist/app/worker.js', 'dist/bench/delivery/undici-alone.js'].map((entry) =>
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

/** Measures the contenders alternately, so that a temporary slowdown of the machine affects all of them. */
async function rates({ receiver, worker, organization }: Bench, bare: MeasuredServer, body: string): Promise<Figure[]> {
  const contenders = new Map<string, () => Promise<Rate>>([
    [
      alone,
      () => {
        const order = { url: `${receiver.url}/0`, body, count: deliveriesPerRound, concurrency };
        return rateOf(receiver, bare, () => bare.send(order));
      },
    ],
    ...[1, endpointCount].map((count): [string, () => Promise<Rate>] => [
      `deliveries to ${count === 1 ? 'one endpoint' : `${count} endpoints`}`,
      () => rateOf(receiver, worker, () => organization.fill(deliveriesPerRound, count, body)),
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
  const { count, firstMs, lastMs } = await receiver.waitFor(deliveriesPerRound);
  const cpuSeconds = (await server.cpuSeconds()) - before;
  return { perSecond: (count / Math.max(1, lastMs - firstMs)) * 1_000, perCpuSecond: count / cpuSeconds };
}

/** Delay from the end of a simulation to its delivery. Alternates between all endpoints responding and a quarter hanging. */
async function lags(bench: Bench): Promise<Figure[]> {
  const hanging = Array.from({ length: hangingCount }, (_, index) => `/${index * 4}`);
  const [normal, disturbed]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    normal.push((await lagsOf(bench, [])).lagsMs);
    disturbed.push((await lagsOf(bench, hanging)).lagsMs);
    await bench.organization.cancelPending();
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
  for (let event = 0; event < eventsPerRound; event++) {
    await organization.simulate();
    await sleep(eventIntervalMs);
  }
  return receiver.waitFor(eventsPerRound * (endpointCount - hanging.length));
}
