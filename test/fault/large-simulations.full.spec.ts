import type { ChildProcess } from 'node:child_process';
import { baselineScenario } from '../../model/definition.js';
import { blockAgents, combineBlocks, digestColumns, parseDefinition, simulateBlock } from '../../model/simulate.js';
import { decodeColumns } from '../../src/simulations/results/column-table.js';
import type { ApiClient } from '../support/api-client.js';
import {
  createLargeSimulation,
  finishedLargeSimulation,
  runLargeSimulation,
  type LargeSimulationRecord,
} from '../support/large-simulations.js';
import { expireLeases } from '../support/leases.js';
import { createSimulation } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

interface Row {
  parent_index: number;
  status: string;
  attempt: number;
}

describe('large simulations', () => {
  let bed: TestBed;
  let api: ApiClient;
  let url: string;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start({ SVC_ALLOW_PRIVATE_WEBHOOKS: '1' });
    ({ url } = await bed.startApi());
  });
  beforeEach(async () => {
    api = await bed.newCaller(url, expect.getState().currentTestName, 'sandbox', 'scale');
  });
  afterAll(async () => {
    await bed.stop();
    await receiver.stop();
  });

  const sql = (text: string, values: unknown[] = []) => sqlOf(bed.servers.sandboxDatabaseOwnerUrl)<Row>(text, values);
  const rowsOf = (id: string) =>
    sql('SELECT parent_index, status, attempt FROM simulations WHERE parent_id = $1 ORDER BY parent_index', [id]);
  const read = async (id: string) => (await api.call<LargeSimulationRecord>(`/v1/runs/${id}`)).body.data;
  const used = async () =>
    (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
  const request = { agent_count: 420_000, seed: 7 };

  it('A cancellation takes effect between the last block and the row that combines the blocks', async () => {
    const { id } = (await createLargeSimulation(api, request)).body.data;
    await sql(`UPDATE simulations SET status = 'completed', completed_at = now() WHERE parent_id = $1`, [id]);
    expect(await read(id)).toMatchObject({ status: 'running', result: null });
    expect((await api.call(`/v1/runs/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    expect((await read(id)).status).toBe('canceled');
    // More requests than the pool has connections.
    const again = Array.from({ length: 30 }, () => api.call(`/v1/runs/${id}/cancel`, { method: 'POST' }));
    const statuses = (await Promise.all(again)).map(({ status, body }) => [status, body.error]);
    expect(new Set(statuses.map(String))).toEqual(new Set(['409,run_already_finished']));
  });

  it('Two workers, of which one is killed, give the summary and the digest of the engine, and no completed block runs again', async () => {
    const { id } = (await createLargeSimulation(api, request)).body.data;
    const [first, second]: ChildProcess[] = await Promise.all([bed.startWorker(), bed.startWorker()]);
    await waitUntil('a block is completed', async () => (await read(id)).progress.blocks_done > 0);
    first!.kill('SIGKILL');
    await waitUntil('the worker is killed', () => first!.signalCode !== null);
    const before = (await rowsOf(id)).filter(({ status }) => status === 'completed');
    expect(before.length).toBeGreaterThan(0);
    await expireLeases(bed.servers.sandboxDatabaseUrl, new Date());
    const record = await finishedLargeSimulation(api, id);
    expect(record).toMatchObject({
      status: 'completed',
      quota: 42,
      progress: { blocks_done: 9, agents_done: 420_000 },
    });
    const rows = await rowsOf(id);
    expect(rows.map(({ parent_index }) => parent_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.filter(({ parent_index: k }) => before.some((own) => own.parent_index === k))).toEqual(before);
    expect(await used()).toBe(42);

    const { body } = await api.call<{ definition: unknown }>(`/v1/runs/${id}/manifest`);
    const definition = parseDefinition(body.data.definition);
    const scenario = baselineScenario(definition);
    const whole = { definition, scenario, seed: 7, agentCount: 420_000 };
    const blocks = Array.from({ length: 9 }, (_, block) => simulateBlock(whole, block));
    const { summary, digest } = combineBlocks(whole, blocks);
    expect(record.digest).toBe(digest);
    expect(record.result).toMatchObject(JSON.parse(JSON.stringify(summary)) as object);

    const listed = await api.call<{ block: number; agent_count: number; digest: string }[]>(
      `/v1/large-simulations/${id}/blocks`,
    );
    expect(listed.body.data.map((own) => own.digest)).toEqual(blocks.map((own) => own.digest));
    expect(listed.body.data.at(-1)).toMatchObject({ block: 8, agent_count: 420_000 - 8 * blockAgents });
    const file = await fetch(`${url}/v1/large-simulations/${id}/blocks/8`, {
      headers: { authorization: `Bearer ${api.key}` },
    });
    expect(digestColumns(await decodeColumns(new Uint8Array(await file.arrayBuffer())))).toBe(blocks[8]!.digest);
    await waitUntil('the statistics of the blocks are deleted', async () => {
      const kept = await sql('SELECT id FROM simulations WHERE parent_id = $1 AND summary_details IS NOT NULL', [id]);
      return kept.length === 0;
    });
    second!.kill('SIGKILL');
  });

  describe('with one worker', () => {
    beforeAll(async () => {
      await bed.startWorker();
    });

    it('A canceled simulation stops, and only its queued blocks are refunded', async () => {
      const { id } = (await createLargeSimulation(api, { agent_count: 10_000_000 })).body.data;
      await waitUntil('a block runs', async () => (await rowsOf(id)).some(({ status }) => status !== 'queued'));
      const { status } = await api.call(`/v1/runs/${id}/cancel`, { method: 'POST' });
      expect(status).toBe(200);
      expect((await finishedLargeSimulation(api, id)).status).toBe('canceled');
      const started = (await rowsOf(id)).filter(({ attempt }) => attempt > 0).length;
      expect(await used()).toBe(5 * started);
      expect((await rowsOf(id)).every(({ parent_index }) => parent_index < 200)).toBe(true);
    });

    it('A lost block fails the simulation, which is refunded once, cancels the other blocks and sends one event with the cause', async () => {
      const { id } = (
        await createLargeSimulation(api, { agent_count: 10_000_000, webhook_url: receiver.url('/failed') })
      ).body.data;
      await sql(
        `UPDATE simulations SET status = 'running', attempt = 3, lease_expires_at = now() - interval '1 s'
         WHERE parent_id = $1 AND parent_index = 199`,
        [id],
      );
      const record = await finishedLargeSimulation(api, id);
      expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_lost' }, result: null });
      const rows = await rowsOf(id);
      expect(rows.filter(({ status }) => status === 'failed')).toHaveLength(1);
      expect(await used()).toBe(0);
      await waitUntil('the event is delivered', () => receiver.received.length > 0);
      expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        { type: 'large_simulation.completed', data: { id, status: 'failed', failure: { code: 'worker_lost' } } },
      ]);
    });

    it('Simulations of other organizations run between the blocks', async () => {
      const { id } = (await createLargeSimulation(api, { agent_count: 10_000_000 })).body.data;
      const other = await bed.newCaller(url, 'another organization');
      const small = await createSimulation(other, { agent_count: 50 });
      await waitUntil('the small simulation is completed', async () => {
        const { body } = await other.call<{ status: string }>(`/v1/simulations/${small.body.data.id}`);
        return body.data.status === 'completed';
      });
      const { progress } = await read(id);
      expect(progress.blocks_done).toBeLessThan(progress.blocks_total);
      await api.call(`/v1/runs/${id}/cancel`, { method: 'POST' });
    });

    it('Requests that a plan or a workflow does not allow are rejected and queue nothing', async () => {
      const growth = await bed.newCaller(url, 'a growing organization');
      expect(await createLargeSimulation(growth)).toMatchObject({
        status: 400,
        body: { error: 'agent_count_exceeds_plan', meta: { agent_count_ceiling: 10_000 } },
      });
      expect(await createLargeSimulation(api, { agent_count: 10_000 })).toMatchObject({ status: 400 });
      expect(await createLargeSimulation(api, { workflow_id: 'repeated-pd-cooperation' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_large_simulation', meta: { issues: [{ path: 'workflow_id' }] } },
      });
      expect(await used()).toBe(0);
    });

    it('The smallest one has one block, and the routes of blocks know no other', async () => {
      const { id, blocks } = await runLargeSimulation(api);
      expect(blocks).toBe(1);
      const status = async (block: string) =>
        (
          await fetch(`${url}/v1/large-simulations/${id}/blocks/${block}`, {
            headers: { authorization: `Bearer ${api.key}` },
          })
        ).status;
      expect(await Promise.all(['0', '1', '-1', '00', 'x'].map(status))).toEqual([200, 404, 404, 404, 404]);
    });
  });
});
