import type { ApiClient } from '../support/api-client.js';
import {
  createFit,
  finishedFit,
  issuesOfSpec,
  runFit,
  uploadLetters,
  usedBy,
  type FitRecord,
} from '../support/fits.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { doneSteps, eventsUntilCancel } from '../support/run-events.js';
import { newCaller } from '../support/shared-service.js';
import { waitUntil } from '../support/wait-until.js';

describe('fits', () => {
  let api: ApiClient;
  let dataset: string;

  beforeAll(async () => {
    api = await newCaller();
    dataset = await uploadLetters(api);
  });

  const issuesOf = (spec: unknown) => issuesOfSpec(api, dataset, spec);

  it('The same spec, data and day give the same digest', async () => {
    const digestOfFit = async () => {
      const { body } = await createFit(api, { dataset_id: dataset });
      return (await finishedFit(api, body.data.id)).digest;
    };
    const [first, second] = await Promise.all([digestOfFit(), digestOfFit()]);
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
  });

  it('A fit whose dataset is deleted before it runs fails with dataset_unavailable, and its quota is refunded', async () => {
    const own = await uploadLetters(api);
    const before = await usedBy(api);
    const id = await whileQueuePaused(async () => {
      const created = await createFit(api, { dataset_id: own });
      await api.call(`/v1/datasets/${own}`, { method: 'DELETE' });
      return created.body.data.id;
    });
    const { status, failure } = await finishedFit(api, id);
    expect([status, failure!.code]).toEqual(['failed', 'dataset_unavailable']);
    expect(await usedBy(api)).toBe(before);
  });

  it('A running fit is canceled within seconds, and its thread ends', async () => {
    const header = Array.from({ length: 30 }, (_, k) => `x${k}`);
    const lines = Array.from({ length: 20_000 }, (_, row) =>
      [...header.map((_, k) => ((row * (k + 3) * 7_919) % 1_009) / 1_009), row % 3 === 0 ? 1 : 0].join(','),
    );
    const own = await uploadLetters(api, `${header.join(',')},y\n${lines.join('\n')}\n`);
    const spec = { title: 'Slow', formula: `y ~ ${header.join(' + ')}`, outcome: { event: 1, label: 'Yes' } };
    const { body } = await createFit(api, { dataset_id: own, spec });
    const { id } = body.data;
    const read = async () => (await api.call<FitRecord>(`/v1/runs/${id}`)).body.data;
    await waitUntil('the fit runs', async () => (await read()).status === 'running');
    const canceled = await api.post<FitRecord>(`/v1/runs/${id}/cancel`, undefined);
    expect(canceled.body.data.status).toBe('canceled');
    expect((await read()).result).toBeNull();
    // The worker computes again.
    expect((await runFit(api)).status).toBe('completed');
  });

  it('Each event of a fit arrives, also for a client that resumes', async () => {
    const { id, record, ...streams } = await eventsUntilCancel(api, () => createFit(api, { dataset_id: dataset }));
    const ending = [
      ['state', { id, status: 'canceled' }],
      ['done', record],
    ];
    expect(streams.events).toEqual([
      ['state', { id, status: 'queued' }],
      ['state', { id, status: 'running' }],
      ['progress', { ...record.progress, steps_done: doneSteps }],
      ...ending,
    ]);
    expect(streams.resumed).toEqual(ending);
    expect(streams.statusAfterLast).toBe(204);
  });

  it('Hostile specs are rejected with 400 in bounded time', async () => {
    const aliases = Array.from({ length: 9 }, (_, k) =>
      k === 0
        ? 'a0: &a0 [x, x]'
        : `a${k}: &a${k} [${Array(9)
            .fill(`*a${k - 1}`)
            .join(', ')}]`,
    ).join('\n');
    expect(await issuesOf(`${aliases}\ntitle: Letters\nformula: gave ~ age`)).not.toEqual([]);
    const bomb = Array.from({ length: 40 }, (_, k) => `I(age^${(k % 3) + 1})`).join(' * ');
    expect(await issuesOf({ title: 'Letters', formula: `gave ~ ${bomb}` })).not.toEqual([]);
    expect(await issuesOf({ title: 'Letters', formula: `gave ~ ${'('.repeat(20_000)}age` })).not.toEqual([]);
    for (const spec of ['x'.repeat(50_001), 'title: \u0000', 7, null, [], { title: 'x'.repeat(60_000) }])
      expect(await createFit(api, { dataset_id: dataset, spec })).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
  });

  it('Errors and failures stay short if the values of a dataset are long', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${row % 2},${row % 7},${row % 9}${'x'.repeat(50_000)}`);
    const dataset_id = await uploadLetters(api, `y,x,long\n${rows.join('\n')}\n`);
    const compare = Array.from({ length: 20 }, (_, k) => `unknown ${k}`);
    const unknown = { title: 'Long', formula: 'y ~ long', parameters: { long: { compare } } };
    const { status, text } = await createFit(api, { dataset_id, spec: unknown });
    expect([status, text.length]).toEqual([400, expect.any(Number)]);
    expect(text.length).toBeLessThan(100_000);
    const data = { columns: { 'attribute.x': { column: 'long' } } };
    const created = await createFit(api, { dataset_id, spec: { title: 'Long', formula: 'y ~ x', data } });
    const { failure } = await finishedFit(api, created.body.data.id);
    expect(failure!.code).toBe('invalid_data');
    expect(failure!.message.length).toBeLessThan(5_000);
  });
});
