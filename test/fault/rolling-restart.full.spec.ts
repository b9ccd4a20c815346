import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { ApiClient } from '../support/api-client.js';
import { BalancingProxy } from '../support/balancing-proxy.js';
import { finished, workflowId, type SimulationRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

const lanes = 4;

describe('a rolling restart', () => {
  let bed: TestBed;
  let proxy: BalancingProxy;
  let apis: { child: ChildProcess; url: string }[];
  let workers: ChildProcess[];

  beforeAll(async () => {
    bed = await TestBed.start();
    proxy = await BalancingProxy.start();
    apis = [await bed.startApi(), await bed.startApi()];
    for (const { url } of apis) proxy.add(url);
    workers = [await bed.startWorker(), await bed.startWorker()];
  });
  afterAll(async () => {
    await proxy.stop();
    await bed.stop();
  });

  async function end(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill('SIGTERM');
    // Nest sends the signal again after the process has finished its work.
    expect([null, 'SIGTERM', 0]).toEqual(expect.arrayContaining(await exit));
  }

  it('Restarting two API and two worker processes under load fails no request and runs each simulation once', async () => {
    const { key } = await bed.newCaller(apis[0]!.url, 'Rolling');
    const api = new ApiClient(proxy.url, key);
    const created: string[] = [];
    const unexpected: unknown[] = [];
    let [isOver, calls] = [false, 0];
    const lane = async () => {
      while (!isOver) {
        const responses = [
          await api.call<SimulationRecord>('/v1/simulations', {
            method: 'POST',
            json: { workflow_id: workflowId, agent_count: 2_000 },
            headers: { 'idempotency-key': randomUUID(), prefer: 'wait=30' },
          }),
          await api.call('/v1/simulations?limit=5'),
          await api.call('/v1/usage'),
        ] as const;
        calls += responses.length;
        for (const { status, text } of responses) if (status >= 400) unexpected.push([status, text]);
        created.push(responses[0].body.data.id);
      }
    };
    const load = Promise.all(Array.from({ length: lanes }, lane));
    const callsPass = async (count: number) => {
      const from = calls;
      await waitUntil(`${count} calls pass`, () => calls >= from + count);
    };
    for (const old of apis) {
      await callsPass(20);
      const started = await bed.startApi();
      proxy.add(started.url);
      proxy.remove(old.url);
      await end(old.child);
    }
    for (const old of workers) {
      await callsPass(20);
      await bed.startWorker();
      await end(old);
    }
    await callsPass(20);
    isOver = true;
    await load;

    expect(unexpected).toEqual([]);
    const records = await Promise.all(created.map((id) => finished(api, id)));
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['completed']));
    const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(created.length);
    const [stored] = await sqlOf(bed.servers.sandboxDatabaseOwnerUrl)<{ results: number; lost: number }>(
      `SELECT count(*)::int AS results, count(*) FILTER (WHERE attempt - handed_back > 1)::int AS lost
       FROM simulation_results JOIN simulations ON id = simulation_id`,
    );
    expect(stored).toEqual({ results: created.length, lost: 0 });
  });
});
