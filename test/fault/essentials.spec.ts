import { FaultyService } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';

describe('a service whose parts are killed', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await FaultyService.start();
    await service.startWorker();
  });
  afterAll(() => service.stop());

  it('When a worker, the API, Redis and Postgres are each killed under load, each simulation has one result, one event and one use of the quota', async () => {
    const customer = await service.newCustomer();
    const ledger = new Ledger();
    const faults = [
      () => service.stopWorker('SIGKILL'),
      () => service.killApi(),
      () => service.restartRedis(true),
      () => service.restartDatabase(),
    ];
    for (const fault of faults) {
      const api = service.callerOf(customer);
      const created = Array.from({ length: 6 }, (_, index) => ledger.create(api, 300, index % 4));
      await Promise.race(created);
      await Promise.all([...created, fault()]);
      await service.recover();
    }
    const api = service.callerOf(customer);
    // A replay that returns another simulation throws.
    for (const request of ledger.requests) await ledger.send(api, request);
    await expectInvariants(service, customer, ledger);
  });
});
