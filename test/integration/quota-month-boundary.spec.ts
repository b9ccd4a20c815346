import type { RequestThreads } from '../../src/platform/process/request-threads.service.js';
import { randomBytes } from 'node:crypto';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { Populations } from '../../src/saved/populations/populations.service.js';
import { Clock } from '../../src/common/clock.js';
import { newId } from '../../src/common/crypto.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Idempotency } from '../../src/platform/idempotency/idempotency.service.js';
import { BuiltInPublisher } from '../../src/workflows/built-in-publisher.service.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import type { SimulationEstimates } from '../../src/simulations/dry-run/simulation-estimates.service.js';
import { AdjustedWorkflows } from '../../src/saved/adjustments/adjusted-workflows.service.js';
import { SavedTargetMatches } from '../../src/saved/target-matches/target-matches.service.js';
import { kindNamed } from '../../src/simulations/kinds/index.js';
import { RunChanges } from '../../src/simulations/run-changes.service.js';
import { RunCreation } from '../../src/simulations/run-creation.service.js';
import type { DatasetTasks } from '../../src/datasets/dataset-tasks.service.js';
import { RunPlanner } from '../../src/simulations/run-planner.service.js';
import { RunStore } from '../../src/simulations/run-store.service.js';
import type { RunRecord } from '../../src/simulations/run.kind.js';
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
  let creation: RunCreation;
  let changes: RunChanges;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    const catalog = new WorkflowCatalog(databases);
    await new BuiltInPublisher(databases, catalog).publish('sandbox');
    const usage = new Usage(databases, clock, stores.settings);
    const cursors = new CursorCodec(randomBytes(32));
    const adjusted = new AdjustedWorkflows(
      new Populations(databases, cursors),
      new SavedTargetMatches(databases),
      undefined as unknown as RequestThreads,
    );
    const planner = new RunPlanner(
      catalog,
      adjusted,
      undefined as unknown as DatasetTasks,
      databases,
      clock,
      stores.settings,
    );
    const noEstimates = undefined as unknown as SimulationEstimates;
    const idempotency = new Idempotency(databases, unusedCredential(), stores.settings);
    creation = new RunCreation(planner, noEstimates, idempotency, usage, clock);
    changes = new RunChanges(databases, new RunStore(databases, catalog, cursors), usage);
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

  it.each([
    ['A simulation uses', 'simulation', workflow, 1],
    [
      'The points of a sweep use',
      'sweep',
      { ...workflow, parameters: [{ name: 'train_cost_factor', values: [0.9, 1.1] }] },
      2,
    ],
  ])(
    '%s the quota of the month of the creation, and the refund is in that month',
    async (_title, name, request, count) => {
      const caller = await newCaller();
      const { record } = await creation.create(caller, kindNamed(name), request, undefined);
      expect((record as RunRecord & { created_at: string }).created_at).toBe(new Date(lastMs).toISOString());
      expect(await used(caller.organizationId)).toEqual([['2026-01', count]]);
      await changes.cancel(caller, kindNamed(name), record.id);
      expect(await used(caller.organizationId)).toEqual([['2026-01', 0]]);
    },
  );
});
