import { randomBytes } from 'node:crypto';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { SystemClock } from '../../src/common/clock.js';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import type { Prisma } from '../../src/platform/database/generated/client.js';
import { metrics } from '../../src/platform/metrics/metrics.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import { QueueControl } from '../../src/simulations/queue/queue-control.service.js';
import { maxAttempts, SimulationClaims, type Run } from '../../src/simulations/queue/simulation-claims.service.js';
import { timeBudgetCode } from '../../src/simulations/failure-codes.js';
import { SimulationRuns } from '../../src/simulations/queue/simulation-runs.service.js';
import { DatabaseResultStore } from '../../src/simulations/results/store/result-store.js';
import { kindNamed } from '../../src/simulations/kinds/index.js';
import { RunChanges } from '../../src/simulations/run-changes.service.js';
import { findRun, readRuns } from '../../src/simulations/run.reader.js';
import { RunStore } from '../../src/simulations/run-store.service.js';
import { Usage } from '../../src/usage/usage.service.js';
import { testCaller } from '../support/caller.js';
import { reserveQuota } from '../support/reserve-quota.js';
import { startStores, type Stores } from '../support/stores.js';

const reserved = 3;
const summaryOf = (label: string) => Buffer.from(JSON.stringify({ label }));
const output = {
  agents: new Uint8Array(1),
  events: null,
  summary: summaryOf('alone'),
  summaryDetails: null,
  digest: 'd',
};

describe('a simulation that fails or is canceled', () => {
  const clock = new SystemClock();
  let stores: Stores;
  let databases: Databases;
  let usage: Usage;
  let runs: SimulationRuns;
  let claims: SimulationClaims;
  let changes: RunChanges;
  let caller: Caller;
  let id: string;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    usage = new Usage(databases, clock, stores.settings);
    runs = new SimulationRuns(databases, usage, new DatabaseResultStore());
    claims = new SimulationClaims(databases, stores.settings);
    const store = new RunStore(databases, new WorkflowCatalog(databases), new CursorCodec(randomBytes(32)));
    changes = new RunChanges(databases, store, usage);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    const organizationId = newId();
    caller = testCaller(organizationId, 'growth');
    id = newPrefixedId('sim');
    const workflow = { workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd' };
    const request = { agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] };
    await databases.for('sandbox').$transaction(async (tx) => {
      await tx.organization.create({ data: { id: organizationId, name: 'Fails', planTier: 'growth' } });
      await tx.simulation.create({ data: { id, organizationId, ...workflow, ...request } });
    });
    await databases.transaction('sandbox', (sql) => reserveQuota(sql, usage, caller, clock.now(), reserved));
  });

  const used = async () => (await usage.report(caller)).simulations_this_period;
  const record = () => databases.for('sandbox').simulation.findUniqueOrThrow({ where: { id } });
  const claim = async (): Promise<Run> => {
    const run = await claims.claim('sandbox');
    if (run?.simulation.id !== id) throw new Error('the simulation could not be claimed');
    return run;
  };
  const cancel = () => changes.cancel(caller, kindNamed('simulation'), id);
  const messageCount = () =>
    databases.for('sandbox').outboxMessage.count({ where: { payload: { path: ['simulation_id'], equals: id } } });
  const fail = (run: Run) => runs.fail(run, 'model_error', 'It cannot be computed.');

  it('A failed simulation is refunded once even if the failure is reported repeatedly', async () => {
    const run = await claim();
    await Promise.all([fail(run), fail(run), fail(run)]);
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'model_error' });
    expect(await used()).toBe(reserved - 1);
  });

  it('A simulation of a built-in workflow that exceeds its processor time is refunded', async () => {
    await runs.fail(await claim(), timeBudgetCode, 'It needs more processor time.');
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'time_budget_exceeded' });
    expect(await used()).toBe(reserved - 1);
  });

  it.each([
    ['of', null],
    ['of an adjustment of', { published_digest: 'd' }],
  ])(
    'A simulation %s a definition that the organization published is not refunded if it exceeds its processor time',
    async (_, adjustments) => {
      const { organizationId } = caller;
      if (adjustments) {
        await databases
          .for('sandbox')
          .simulation.update({ where: { id }, data: { definitionDigest: 'adjusted', adjustments } });
      }
      const version = { workflowId: 'w', version: '1.0.0', versionParts: [1, 0, 0], definitionDigest: 'd', entry: {} };
      await databases.for('sandbox').$transaction(async (tx) => {
        await tx.workflowDefinition.createMany({ data: [{ digest: 'd', definition: {} }], skipDuplicates: true });
        await tx.workflowVersion.create({ data: { id: newId(), organizationId, ...version } });
      });
      await runs.fail(await claim(), timeBudgetCode, 'It needs more processor time.');
      expect(await record()).toMatchObject({ status: 'failed', failureCode: 'time_budget_exceeded' });
      expect(await used()).toBe(reserved);
    },
  );

  it('A failure reported by a superseded run has no effect', async () => {
    const staleRun = await claim();
    await runs.release(staleRun);
    await claim();
    await fail(staleRun);
    expect(await record()).toMatchObject({ status: 'running', attempt: 3, handedBack: 1 });
    expect(await used()).toBe(reserved);
  });

  it.each<[string, (run: Run) => Promise<unknown>]>([
    ['released', (run) => runs.release(run)],
    ['handed back', (run) => runs.requeue(run, 0)],
    ['requeued by an operator', () => new QueueControl(databases).requeue('sandbox', id)],
  ])('A run that was %s can no longer send heartbeats or results', async (how, endRun) => {
    const staleRun = await claim();
    await endRun(staleRun);
    expect(await runs.heartbeat(staleRun, 1)).toBe(false);
    expect(await runs.complete(staleRun, output)).toBe(false);
    const again = await claim();
    const { attempt, handedBack, agentsDone } = await record();
    expect({ lost: attempt - handedBack, agentsDone }).toEqual({ lost: how === 'released' ? 2 : 1, agentsDone: 0 });
    expect(await runs.complete(again, output)).toBe(true);
  });

  it('A run whose rows were deleted while it ran completes without its agents', async () => {
    const run = await claim();
    expect(await runs.complete(run, output, 'digest of deleted rows')).toBe(true);
    expect(await record()).toMatchObject({ status: 'completed', digest: 'd' });
    expect(await databases.for('sandbox').simulationResult.count({ where: { simulationId: id } })).toBe(0);
  });

  it('A completed simulation is not refunded by a later failure report', async () => {
    const run = await claim();
    expect(await runs.complete(run, output)).toBe(true);
    await fail(run);
    expect(await record()).toMatchObject({ status: 'completed', failureCode: null });
    expect(await used()).toBe(reserved);
  });

  const addEndpoint = () =>
    databases.for('sandbox').webhookEndpoint.create({
      data: {
        ...{ id: newPrefixedId('we'), organizationId: caller.organizationId, url: 'https://example.com/hook' },
        ...{ events: ['*'], description: '', enabled: true },
      },
    });
  const addTo = (data: Prisma.SimulationUncheckedUpdateInput) =>
    databases.for('sandbox').simulation.update({ where: { id }, data });
  const addToSweep = async () => {
    const { workflowId, workflowVersion, definitionDigest, agentCount, seed, organizationId } = await record();
    const workflow = { workflowId, workflowVersion, definitionDigest, agentCount, seed, warnings: [] };
    const parentId = newPrefixedId('swp');
    const sweep = { kind: 'sweep', request: { parameters: [] }, childCount: 1, scenarioContext: {} };
    await databases.for('sandbox').simulation.create({ data: { id: parentId, organizationId, ...workflow, ...sweep } });
    await addTo({ parentId });
  };
  it.each<[string, number, () => Promise<unknown>]>([
    ['without a receiver has no', 0, () => Promise.resolve()],
    ['with a webhook URL has one', 1, () => addTo({ webhookUrl: 'https://example.com/hook' })],
    ['of an organization with an endpoint has one', 1, addEndpoint],
    ['of a sweep has one', 1, addToSweep],
  ])('A completed simulation %s outbox message', async (_, count, prepare) => {
    await prepare();
    expect(await runs.complete(await claim(), output)).toBe(true);
    expect(await messageCount()).toBe(count);
  });

  it(`A simulation that is lost ${maxAttempts} times fails and is refunded once, even by concurrent reapers`, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      await runs.release(await claim());
      await Promise.all([runs.reapLostRuns('sandbox'), runs.reapLostRuns('sandbox'), runs.reapLostRuns('sandbox')]);
    }
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'worker_lost', leaseExpiresAt: null });
    const failures = (await metrics.failures.get()).values;
    expect(failures).toContainEqual({ labels: { code: 'worker_lost' }, value: 1 });
    expect(await used()).toBe(reserved - 1);
  });

  describe('runs that complete concurrently', () => {
    const file = (first: number, length: number) => Uint8Array.from({ length }, (_, index) => (first + index) % 256);
    const outputOf = (number: number) => ({
      agents: file(number, 1_000 + number),
      events: number % 2 === 0 ? file(50 * number, 10 + number) : null,
      // Letters with several bytes, because the files are cut by bytes.
      summary: summaryOf(`“${number}”`.repeat(number + 1)),
      summaryDetails: number % 3 === 0 ? null : file(100 + number, 20 + number),
      digest: `digest ${number}`,
    });
    let all: Run[];

    beforeEach(async () => {
      const { organizationId } = caller;
      const workflow = { workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd' };
      const data = [1, 2, 3, 4].map(() => ({
        ...{ id: newPrefixedId('sim'), organizationId, ...workflow },
        ...{ agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] },
      }));
      await databases.for('sandbox').simulation.createMany({ data });
      const claimed = await Promise.all([id, ...data].map(() => claims.claim('sandbox')));
      all = claimed.map((run) => run!).sort((a, b) => a.simulation.id.localeCompare(b.simulation.id));
    });

    afterEach(() =>
      databases.for('sandbox').simulation.deleteMany({ where: { organizationId: caller.organizationId } }),
    );

    const completeAll = () => Promise.all(all.map((run, number) => runs.complete(run, outputOf(number))));
    const storedOf = ({ simulation }: Run) =>
      databases.for('sandbox').simulation.findUniqueOrThrow({
        where: { id: simulation.id },
        include: { result: { select: { agents: true, events: true, agentsKey: true, eventsKey: true } } },
      });

    it('Each run stores its own files, summary and digest', async () => {
      expect(await completeAll()).toEqual(all.map(() => true));
      for (const [number, run] of all.entries()) {
        const { agents, events, summary, summaryDetails, digest } = outputOf(number);
        expect(await storedOf(run)).toMatchObject({
          ...{ status: 'completed', digest, agentsDone: 1, leaseExpiresAt: null },
          summary: JSON.parse(summary.toString()) as object,
          summaryDetails,
          result: { agents, events, agentsKey: null, eventsKey: null },
        });
      }
    });

    it('A row has the same values if it is read without Prisma', async () => {
      await completeAll();
      for (const { simulation } of all) {
        const { id } = simulation;
        const row = await databases.for('sandbox').simulation.findUniqueOrThrow({ where: { id } });
        const plain = { ...row, summaryDetails: row.summaryDetails && Buffer.from(row.summaryDetails) };
        const sql = databases.sql('sandbox');
        expect(await readRuns(sql, [id])).toEqual([plain]);
        expect(await findRun(sql, caller.organizationId, id)).toEqual(plain);
        expect(await findRun(sql, newId(), id)).toBeUndefined();
        await databases.for('sandbox').simulation.update({ where: { id }, data: { deletedAt: clock.now() } });
        expect(await findRun(sql, caller.organizationId, id)).toBeUndefined();
      }
    });

    it('A run that was superseded stores nothing, and the others complete', async () => {
      await runs.release(all[1]!);
      expect(await completeAll()).toEqual([true, false, true, true, true]);
      expect(await storedOf(all[1]!)).toMatchObject({ status: 'running', digest: null, result: null });
    });

    it('A run whose results cannot be stored does not prevent the others from completing', async () => {
      const simulationId = all[2]!.simulation.id;
      await databases.for('sandbox').simulationResult.create({ data: { simulationId, agents: new Uint8Array(1) } });
      const outcomes = await Promise.allSettled(all.map((run, number) => runs.complete(run, outputOf(number))));
      expect(outcomes.map(({ status }) => status)).toEqual(
        all.map((_, number) => (number === 2 ? 'rejected' : 'fulfilled')),
      );
      expect(await storedOf(all[2]!)).toMatchObject({ status: 'running' });
    });
  });

  it('A simulation canceled while queued never runs and is refunded once, even by concurrent cancels', async () => {
    const responses = await Promise.allSettled([cancel(), cancel(), cancel()]);
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await claims.claim('sandbox')).toBeUndefined();
    expect(await record()).toMatchObject({ status: 'canceled', leaseExpiresAt: null });
    expect(await used()).toBe(reserved - 1);
    expect(await messageCount()).toBe(1);
  });

  it('A simulation canceled while running is not refunded, and its run stops and cannot store results', async () => {
    const run = await claim();
    expect(await cancel()).toMatchObject({ status: 'canceled' });
    expect(await runs.heartbeat(run, 1)).toBe(false);
    expect(await runs.complete(run, output)).toBe(false);
    await fail(run);
    expect(await record()).toMatchObject({ status: 'canceled', failureCode: null });
    expect(await used()).toBe(reserved);
    expect(await messageCount()).toBe(1);
  });

  it('Canceling a finished simulation is rejected with its status', async () => {
    await fail(await claim());
    await expect(cancel()).rejects.toMatchObject({ code: 'simulation_already_finished', meta: { status: 'failed' } });
    expect(await used()).toBe(reserved - 1);
  });
});
