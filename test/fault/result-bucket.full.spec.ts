import type { ChildProcess } from 'node:child_process';
import { NestFactory } from '@nestjs/core';
import { parseEnv } from '../../src/config/env.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { ObjectStorage, orphanAgeMs } from '../../src/platform/objects/object-storage.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { ResultStoreModule, S3ResultStore } from '../../src/simulations/results/store/s3.result-store.js';
import { maxAttempts } from '../../src/simulations/queue/simulation-claims.service.js';
import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { ObjectServer } from '../support/object-server.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished, simulate, type AgentRecord } from '../support/simulations.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

const dayMs = 24 * 3_600_000;
/** Timers that a wrong clock does not affect. */
const timers = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
] as const;
const otherFunctions = ['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const;
const interacting = { workflow_id: 'repeated-pd-cooperation', agent_count: 20, seed: 1 };

describe('results stored in a bucket', () => {
  let bed: TestBed;
  let objects: ObjectServer;
  let proxy: TcpProxy;
  let storage: ObjectStorage;
  let databases: Databases;
  let api: ApiClient;
  let worker: ChildProcess;
  let afterPut: (path: string) => boolean;

  beforeAll(async () => {
    bed = await TestBed.start();
    afterPut = () => false;
    objects = await ObjectServer.start((path) => afterPut(path));
    proxy = await TcpProxy.start(objects.settings.endpoint);
    storage = new ObjectStorage(objects.settings);
    databases = new Databases({ ...parseEnv({}), ...bed.servers, masterKey: Buffer.alloc(32) });
    api = await bed.newCaller((await bed.startApi(inBucket())).url);
  });
  afterAll(async () => {
    storage.close();
    await databases.onApplicationShutdown();
    await bed.stop();
    await proxy.stop();
    await objects.stop();
  });
  const inBucket = () => objects.environment(proxy.url);
  const start = async (settings = inBucket()) => (worker = await bed.startWorker(settings));
  const resultsOf = (id: string) => api.call<AgentRecord[]>(`/v1/simulations/${id}/results`);
  const handedBack = async (id: string) =>
    (await databases.for('sandbox').simulation.findUniqueOrThrow({ where: { id } })).handedBack;
  const rowOf = (id: string) =>
    databases.for('sandbox').simulationResult.findUniqueOrThrow({ where: { simulationId: id } });
  const keys = async () => {
    const all: string[] = [];
    for await (const page of storage.list('sandbox/')) all.push(...page.map(({ key }) => key));
    return all.sort();
  };

  it('Results in a bucket are not in the database row, equal results in rows, and earlier rows stay readable', async () => {
    await start({});
    const before = await simulate(api, interacting);
    await bed.kill(worker);
    await start();
    const { id } = await simulate(api, interacting);
    const [agentsKey, eventsKey] = ['agents', 'events'].map((name) => `sandbox/${id}/1/${name}.parquet`);
    expect(await rowOf(id)).toMatchObject({ agents: null, events: null, agentsKey, eventsKey });
    expect(await keys()).toEqual([agentsKey, eventsKey]);
    const stored = await resultsOf(id);
    expect(stored.status).toBe(200);
    expect(stored.body.data).toEqual((await resultsOf(before.id)).body.data);
    const { agents } = await rowOf(before.id);
    expect(Buffer.from(await storage.get(agentsKey ?? ''))).toEqual(Buffer.from(agents ?? []));
  });

  it('If a worker is killed between upload and commit, another run completes the simulation and orphaned objects are deleted', async () => {
    const stored = new Promise<string>((resolve) => {
      afterPut = (path) => {
        worker.kill('SIGKILL');
        resolve(path);
        return true;
      };
    });
    const { id } = (await createSimulation(api)).body.data;
    expect(await stored).toContain(`${id}/1/agents.parquet`);
    await bed.kill(worker);
    expect((await resultsOf(id)).body).toMatchObject({ error: 'simulation_not_complete' });
    afterPut = () => false;
    await start();
    await expireLeases(bed.servers.sandboxDatabaseUrl, new Date());
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    const [orphan, committed] = [1, 2].map((attempt) => `sandbox/${id}/${attempt}/agents.parquet`);
    expect(await keys()).toEqual(expect.arrayContaining([orphan, committed]));
    const store = new S3ResultStore(storage, databases);
    const all = await keys();
    await store.cleanUp('sandbox');
    expect(await keys()).toEqual(all);
    objects.age(orphanAgeMs + 60_000);
    await store.cleanUp('sandbox');
    expect(await keys()).toEqual(all.filter((key) => key !== orphan));
    expect((await resultsOf(id)).body.data).toHaveLength(200);
  });

  it('Objects of an uncommitted run are kept even if the clock of the bucket or of the worker is wrong by days', async () => {
    const stored = new Promise<string>((resolve) => {
      afterPut = (path) => {
        resolve(path);
        return true;
      };
    });
    const { id } = (await createSimulation(api)).body.data;
    const [key, orphan] = [1, 0].map((attempt) => `sandbox/${id}/${attempt}/agents.parquet`) as [string, string];
    expect(await stored).toContain(key);
    afterPut = () => false;
    await storage.put(orphan, new Uint8Array(1), 'application/octet-stream');
    // A separate client, because the client remembers the clock offset of the bucket.
    const ahead = new ObjectStorage(objects.settings);
    jest.useFakeTimers({ now: Date.now() + 2 * dayMs, doNotFake: [...timers, ...otherFunctions] });
    await new S3ResultStore(ahead, databases).cleanUp('sandbox').finally(() => jest.useRealTimers());
    ahead.close();
    expect(await keys()).toEqual(expect.arrayContaining([key, orphan]));
    objects.age(2 * dayMs);
    const store = new S3ResultStore(storage, databases);
    await store.cleanUp('sandbox');
    expect(await keys()).toContain(key);
    expect(await keys()).not.toContain(orphan);
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    expect((await resultsOf(id)).body.data).toHaveLength(200);
  });

  it('A process closes its bucket connections when it stops', async () => {
    const close = jest.spyOn(ObjectStorage.prototype, 'close');
    const settings = { ...parseEnv(objects.environment()), ...bed.servers, masterKey: Buffer.alloc(32) };
    const app = await NestFactory.createApplicationContext(
      { module: class Process {}, imports: [PlatformModule.with(settings), ResultStoreModule] },
      { logger: false },
    );
    expect(close).not.toHaveBeenCalled();
    await app.close();
    expect(close).toHaveBeenCalledTimes(1);
    close.mockRestore();
  });

  it('While the bucket is unavailable, results get 503 and runs are repeated until they can be stored', async () => {
    const before = await simulate(api);
    proxy.set('refuse');
    const response = await resultsOf(before.id);
    expect([response.status, response.body.error]).toEqual([503, 'service_unavailable']);
    expect(response.text).not.toMatch(/ECONN|S3|bucket/);
    const { id } = (await createSimulation(api)).body.data;
    await waitUntil('storing has failed repeatedly', async () => (await handedBack(id)) > 2 * maxAttempts);
    expect((await resultsOf(id)).body).toMatchObject({ error: 'simulation_not_complete' });
    proxy.set('pass');
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    expect((await resultsOf(id)).body.data).toHaveLength(200);
  });
});
