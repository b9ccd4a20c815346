import type { ApiClient } from '../support/api-client.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, type SimulationRecord } from '../support/simulations.js';

describe('the list of simulations', () => {
  let api: ApiClient;
  const ids: string[] = [];

  beforeAll(async () => {
    api = await newCaller();
    for (let k = 0; k < 5; k++) {
      const { body } = await createSimulation(api, { agent_count: 10, seed: k });
      ids.unshift(body.data.id);
    }
    await Promise.all(ids.map((id) => finished(api, id)));
  });

  const list = (query = '') => api.call<SimulationRecord[]>(`/v1/simulations${query}`);

  it('The list of simulations is newest first, and paging has no gaps or duplicates while simulations are added', async () => {
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      listed.push(...body.data.map(({ id }) => id));
      cursor = body.meta.next_cursor as string | null;
      await createSimulation(api, { agent_count: 1 });
    }
    expect(listed).toEqual(ids);
  });

  it('A row of the list has the figures of all agents without segments, and two rows take less than 20 KB', async () => {
    const { body, text } = await list('?limit=2&status=completed');
    const { body: read } = await api.call<SimulationRecord>(`/v1/simulations/${body.data[0]!.id}`);
    const summary = { ...read.data.summary, curves: [], segments: [], flows: [] };
    expect(body.data[0]).toEqual({ ...read.data, summary });
    expect(text.length).toBeLessThan(20_000);
  });

  it('The list of simulations can be filtered by status, workflow and time', async () => {
    const { body } = await list('?status=completed&workflow_id=swissmetro-mode-choice&limit=100');
    expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect((await list('?status=failed')).body.data).toEqual([]);
    expect((await list('?workflow_id=none-such')).body.data).toEqual([]);
    expect((await list('?created_before=2020-01-01T00:00:00Z')).body.data).toEqual([]);
    expect((await list('?created_after=2020-01-01T00:00:00Z&limit=1')).body.data).toHaveLength(1);
    expect(
      (await list('?created_after=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z&limit=1')).body.data,
    ).toHaveLength(1);
  });

  it('The list of simulations rejects a cursor of other filters, and invalid filters', async () => {
    const { body } = await list('?limit=1');
    const cursor = String(body.meta.next_cursor);
    expect((await list(`?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect(await list(`?limit=1&status=completed&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_cursor' },
    });
    for (const query of [
      '?status=done',
      '?created_after=yesterday',
      '?created_after=0000-01-01T00:00:00Z',
      '?organization=other',
      '?limit=0',
    ]) {
      expect(await list(query)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    }
    for (const zone of ['+02:00', '+0200', ' 02:00']) {
      const { body: refused } = await list(`?created_after=2026-11-20T00:00:00${zone}`);
      expect(refused.meta['issues']).toMatchObject([{ message: expect.stringContaining('%2B') as string }]);
    }
    expect((await list('?created_after=2026-11-20T00:00:00%2B02:00')).status).toBe(200);
  });

  it('The list of simulations does not contain simulations of other organizations', async () => {
    const other = await newCaller();
    expect((await other.call('/v1/simulations')).body.data).toEqual([]);
  });
});

describe('the cancellation of a simulation', () => {
  it('Canceling a queued simulation makes it canceled, and a second cancel gets 409', async () => {
    const api = await newCaller();
    const { id, response } = await whileQueuePaused(async () => {
      const { data } = (await createSimulation(api, { agent_count: 10 })).body;
      return {
        id: data.id,
        response: await api.post<SimulationRecord>(`/v1/simulations/${data.id}/cancel`, undefined),
      };
    });
    expect(response).toMatchObject({ status: 200, body: { data: { status: 'canceled' } } });
    expect(await api.post(`/v1/simulations/${id}/cancel`, undefined)).toMatchObject({
      status: 409,
      body: { error: 'simulation_already_finished', meta: { status: 'canceled' } },
    });
    expect(await finished(api, id)).toMatchObject({ status: 'canceled' });
    expect(await api.call(`/v1/simulations/${id}/results`)).toMatchObject({ status: 409 });
  });

  it('Canceling another organization’s simulation gets the same 404 as an unknown id', async () => {
    const [api, other] = [await newCaller(), await newCaller()];
    const { body } = await createSimulation(api, { agent_count: 1 });
    for (const id of [body.data.id, 'sim_019aa0f55b6e7c3a9d552f0d7c1f4a10', 'nonsense']) {
      const response = await other.post(`/v1/simulations/${id}/cancel`, undefined);
      expect(response).toMatchObject({ status: 404, body: { error: 'simulation_not_found' } });
    }
  });
});
