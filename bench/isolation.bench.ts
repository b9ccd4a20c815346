import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { median, type Benchmark, type Figure } from './figures.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';
import type { AttackRequest } from './isolation/attack.thread.js';
import { cases, rounds, type Case, type Organizations } from './isolation/cases.js';
import { Organization } from './isolation/organization.js';

/** Requests that are measured without load. The first ones compile the code. */
const warmUp = 2;
const alone = 8;
const pauseMs = 10;

type Attack = Piscina<readonly AttackRequest[], Record<number, number>>;

/** What a request of one caller waits while another caller loads the service. */
export const isolation: Benchmark = {
  name: 'isolation',
  about: 'time of a request of one caller, alone and next to heavy requests of others; `--cases 1,5` selects cases',
  run: ({ cases: numbers }) =>
    withStores((stores) =>
      measure(
        stores,
        cases.filter((_, k) => numbers?.includes(String(k + 1)) ?? true),
      ),
    ),
};

async function measure(stores: Stores, selected: readonly Case[]): Promise<Figure[]> {
  const start = (name: 'main' | 'worker') => MeasuredServer.start(`dist/app/${name}.js`, stores.environment, false);
  const attack: Attack = new Piscina({ filename: join(import.meta.dirname, 'isolation/attack.thread.js') });
  const [api, worker] = [await start('main'), await start('worker')];
  try {
    const organizations = await createOrganizations(api.url, stores);
    const figures: Figure[] = [];
    for (const one of selected) figures.push(...(await measureCase(one, organizations, attack)));
    return figures;
  } finally {
    await Promise.all([api.stop(), worker.stop(), attack.destroy()]);
  }
}

async function createOrganizations(url: string, stores: Stores): Promise<Organizations> {
  const create = async (name: string, plan: 'growth' | 'sandbox') =>
    new Organization(url, await stores.bootstrap(name, plan));
  const free: Organization[] = [];
  for (let round = 0; round < rounds; round++) free.push(await create(`Free ${round}`, 'sandbox'));
  return {
    caller: await create('Caller', 'growth'),
    customers: [await create('First', 'growth'), await create('Second', 'growth'), await create('Third', 'growth')],
    free,
    anonymous: new Organization(url),
  };
}

async function measureCase(selected: Case, organizations: Organizations, attack: Attack): Promise<Figure[]> {
  const { name } = selected;
  const { measured, loadOf } = await selected.prepare(organizations);
  const timed = async () => {
    const startedAtMs = performance.now();
    await measured();
    return performance.now() - startedAtMs;
  };
  const before: number[] = [];
  for (let count = -warmUp; count < alone; count++) {
    const ms = await timed();
    if (count >= 0) before.push(ms);
  }
  const during: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let isLoaded = true;
    const load = attack.run(loadOf(round)).finally(() => (isLoaded = false));
    // If the measured request fails, its error is the result.
    load.catch(() => undefined);
    await sleep(pauseMs);
    while (isLoaded) {
      during.push(await timed());
      await sleep(pauseMs);
    }
    process.stderr.write(`${name}: ${JSON.stringify(await load)}\n`);
  }
  const against = `${name}: alone`;
  const ms = (figure: string, value: number, compared?: number): Figure => ({
    ...{ case: `${name}: ${figure}`, value, unit: 'ms' },
    ...{ against: compared === undefined ? null : against, ratio: compared === undefined ? null : value / compared },
  });
  const base = median(before);
  return [ms('alone', base), ms('median', median(during), base), ms('longest', Math.max(...during), base)];
}
