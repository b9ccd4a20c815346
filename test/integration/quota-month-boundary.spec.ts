import { randomBytes } from 'node:crypto';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { Populations } from '../../src/populations/populations.service.js';
import { Clock } from '../../src/common/clock.js';
import { newId } from '../../src/common/ids.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Idempotency } from '../../src/platform/idempotency/idempotency.service.js';
import { BuiltInPublisher } from '../../src/workflows/built-in-publisher.service.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import type { SimulationEstimates } from '../../src/simulations/estimates/simulation-estimates.service.js';
import { SimulationCancel } from '../../src/simulations/simulation-cancel.service.js';
import { AdjustedWorkflows } from '../../src/simulations/adjustments/adjusted-workflows.service.js';
import { SavedCalibrations } from '../../src/simulations/calibrations/saved-calibrations.service.js';
import { Simulations } from '../../src/simulations/simulations.service.js';
import { SweepCancel } from '../../src/simulations/sweeps/sweep-cancel.service.js';
import { SweepCreation } from '../../src/simulations/sweeps/sweep-creation.service.js';
import { Sweeps } from '../../src/simulations/sweeps/sweeps.service.js';
import { Usage } from '../../src/usage/usage.service.js';
import { unusedCredential } from '../support/current-credential.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

const lastMs = Date.UTC(2026, 1, 1) - 1;
const workflow = { workflow_id: 'swissmetro-mode-choice', agent_count: 1 };

describe('the quota at the end of a month', () => {
  /** The first call returns the last millisecond of January, later calls return times in February. */
  const clock = new (class extends Clock {
    callCount = 0;
    now = () => new Date(lastMs + this.callCount++);
  })();
  let stores: Stores;
  let databases: Databases;
  let simulations: Simulations;
  let usage: Usage;
  let idempotency: Idempotency;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    const catalog = new WorkflowCatalog(databases);
    await new BuiltInPublisher(databases, catalog).publish('sandbox');
    usage = new Usage(databases, clock, stores.settings);
    idempotency = new Idempotency(databases, unusedCredential(), stores.settings);
    simulations = new Simulations(
      databases,
      catalog,
      new AdjustedWorkflows(
        new Populations(databases, new CursorCodec(randomBytes(32))),
        new SavedCalibrations(databases),
      ),
      idempotency,
      usage,
      clock,
      stores.settings,
    );
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(() => (clock.callCount = 0));

  const newCaller = async () => {
    const id = newId();
    await databases.for('sandbox').organization.create({ data: { id, name: 'Month boundary', planTier: 'growth' } });
    return testCaller(id, 'growth');
  };
  const used = async (organizationId: string) => {
    const months = await databases.for('sandbox').usageMonth.findMany({ where: { organizationId } });
    return months.map(({ month, simulations: count }) => [month.toISOString().slice(0, 7), count]);
  };

  it('A simulation uses the quota of the month of its created_at and is refunded to that month', async () => {
    const caller = await newCaller();
    const { record } = await simulations.create(caller, workflow, undefined);
    expect(record.created_at).toBe(new Date(lastMs).toISOString());
    expect(await used(caller.organizationId)).toEqual([['2026-01', 1]]);
    await new SimulationCancel(databases, simulations, usage).cancel(caller, record.id);
    expect(await used(caller.organizationId)).toEqual([['2026-01', 0]]);
  });

  it('The points of a sweep use the quota of the month of its creation and are refunded to that month', async () => {
    const caller = await newCaller();
    const noEstimates = undefined as unknown as SimulationEstimates;
    const creation = new SweepCreation(simulations, noEstimates, idempotency, usage, clock);
    const parameters = [{ name: 'train_cost_factor', values: [0.9, 1.1] }];
    const { record } = await creation.create(caller, { ...workflow, parameters }, undefined);
    expect(await used(caller.organizationId)).toEqual([['2026-01', 2]]);
    await new SweepCancel(databases, new Sweeps(databases, new CursorCodec(stores.settings.masterKey)), usage).cancel(
      caller,
      record.id,
    );
    expect(await used(caller.organizationId)).toEqual([['2026-01', 0]]);
  });
});
