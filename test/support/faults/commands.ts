import fc from 'fast-check';
import type { SimulationRecord } from '../simulations.js';
import type { Customer, FaultyService } from './faulty-service.js';
import type { Asked, Ledger } from './ledger.js';

/** What the customer believes. */
export type Model = Ledger;

/** What there really is. */
export interface Real {
  service: FaultyService;
  customer: Customer;
}

type Command = fc.AsyncCommand<Model, Real>;
type Work = (model: Model, real: Real) => Promise<unknown>;

const command = (name: string, run: Work, check: (model: Model) => boolean = () => true): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real);
  },
  toString: () => name,
});

/** Something a customer does with one of the simulations that they were told of. */
const withOne = (name: string, pick: number, run: (model: Model, real: Real, asked: Asked) => Promise<unknown>) =>
  command(
    `${name} #${pick}`,
    (model, real) => run(model, real, model.accepted[pick % model.accepted.length] as Asked),
    ({ accepted }) => accepted.length > 0,
  );
const fault = (name: string, run: (service: FaultyService) => Promise<unknown> | void) =>
  fc.constant(command(name, async (_, { service }) => run(service)));
const apiOf = ({ service, customer }: Real) => service.callerOf(customer);
const pick = fc.nat({ max: 50 });

const calls = [
  fc
    .record({ count: fc.integer({ min: 1, max: 5 }), agents: fc.constantFrom(1, 300, 3_000), seed: fc.nat({ max: 3 }) })
    .map(({ count, agents, seed }) =>
      command(`create ${count} of ${agents}`, (model, real) =>
        Promise.all(Array.from({ length: count }, () => model.create(apiOf(real), agents, seed))),
      ),
    ),
  pick.map((index) => withOne('replay', index, (model, real, asked) => model.send(apiOf(real), asked))),
  pick.map((index) => withOne('cancel', index, (model, real, asked) => model.cancel(apiOf(real), asked))),
  pick.map((index) =>
    withOne('get', index, async (model, real, { id }) => {
      const answer = await model.call(() => apiOf(real).call<SimulationRecord>(`/v1/simulations/${id}`));
      if (answer?.status === 200) expect(answer.body.data.id).toBe(id);
    }),
  ),
  fc.constant(
    command('list', async (model, real) => {
      const before = model.accepted.length;
      const answer = await model.call(() => apiOf(real).call<SimulationRecord[]>('/v1/simulations?limit=100'));
      // What was accepted is there from then on, in every list.
      if (answer?.status === 200) expect(answer.body.data.length).toBeGreaterThanOrEqual(Math.min(before, 100));
    }),
  ),
];

const faults = [
  fault('flush Redis', (service) => service.flushRedis()),
  fault('restart Redis', (service) => service.restartRedis(false)),
  fault('restart Redis empty', (service) => service.restartRedis(true)),
  fault('Redis away', ({ redis }) => redis.set('refuse')),
  fault('Redis silent', ({ redis }) => redis.set('hang')),
  fault('Redis slow', ({ redis }) => redis.set('slow')),
  fault('Redis back', ({ redis }) => redis.set('pass')),
  fault('cut Redis', ({ redis }) => redis.cut()),
  fault('forget Redis', ({ redis }) => redis.forget()),
  fault('database away', ({ database }) => database.set('refuse')),
  fault('database slow', ({ database }) => database.set('slow')),
  fault('database back', ({ database }) => database.set('pass')),
  fault('cut the database', ({ database }) => database.cut()),
  fault('forget the database', ({ database }) => database.forget()),
  fault('restart the database', (service) => service.restartDatabase()),
  fc.constant(
    command('kill the API in the middle of creates', async (model, { service, customer }) => {
      const api = service.callerOf(customer);
      const created = [0, 1, 2, 3].map((seed) => model.create(api, 300, seed));
      await Promise.race(created);
      await Promise.all([...created, service.killApi()]);
      await service.startApi().catch(() => undefined); // a store may be away
    }),
  ),
  fault('kill a worker', (service) => service.stopWorker('SIGKILL')),
  fault('stop a worker', (service) => service.stopWorker('SIGTERM')),
  fc.constant(
    command('start a worker', async (_, { service }) => {
      if (service.workers.length < 3) await service.startWorker().catch(() => undefined); // a store may be away
    }),
  ),
];

/** Calls and faults in any order; about two calls for each fault. */
export const commandArbitraries = [...calls, ...calls, ...calls, ...calls, ...calls, ...calls, ...faults];
