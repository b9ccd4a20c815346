import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventListener } from '../support/event-source.js';
import type { ApiClient } from '../support/api-client.js';
import { projectFolder } from '../support/operator.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { simulate } from '../support/simulations.js';

const file = join(projectFolder, 'test/support/repeated.kind.mjs');
const request = { workflow_id: 'swissmetro-mode-choice', agent_count: 100, seeds: [1, 2, 3] };

interface Repetition {
  id: string;
  object: string;
  status: string;
  quota: number;
  progress: { points_total: number; points: { completed: number } };
  result: { outcomes: { id: string; lowest: number; highest: number }[] } | null;
}

/** Without the check against the document of the build, which does not know the kind. */
async function call<Data>(api: ApiClient, path: string, method = 'GET', json?: object, headers: object = {}) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${api.key}`, ...(json && { 'content-type': 'application/json' }), ...headers },
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as { data: Data; error?: string };
  return { status: response.status, data: body.data, error: body.error };
}

describe('a kind of run that is one file', () => {
  let bed: TestBed;
  let api: ApiClient;
  let finished: Repetition;

  beforeAll(async () => {
    bed = await TestBed.start({ NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }, 'dist/src');
    const [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
    api = await bed.newCaller(url);
    finished = (await call<Repetition>(api, '/v1/repetitions', 'POST', request, { prefer: 'wait=30' })).data;
  });
  afterAll(() => bed.stop());

  it('The file has at most 60 lines', () => {
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('A created run waits with Prefer, combines its simulations, and counts them against the quota', async () => {
    expect(finished).toMatchObject({
      object: 'repetition',
      status: 'completed',
      quota: 3,
      progress: { points_total: 3, points: { completed: 3 } },
    });
    const all = await Promise.all(
      request.seeds.map((seed) => simulate(api, { workflow_id: request.workflow_id, agent_count: 100, seed })),
    );
    const sharesOf = (id: string) => all.map(({ summary }) => summary!.outcomes.find((own) => own.id === id)!.share);
    for (const { id, lowest, highest } of finished.result!.outcomes)
      expect([lowest, highest]).toEqual([Math.min(...sharesOf(id)), Math.max(...sharesOf(id))]);
    expect((await call<Repetition[]>(api, '/v1/runs?kind=repetition')).data).toEqual([finished]);
  });

  it('Table, report, manifest, events, dry run and the error code of requests follow from the kind', async () => {
    const path = `/v1/runs/${finished.id}`;
    const { outcomes } = finished.result!;
    expect((await call(api, `${path}/table`)).data).toEqual(
      outcomes.map(({ id, lowest, highest }) => ({ outcome: id, lowest, highest })),
    );
    const report = await fetch(`${api.url}${path}/report`, { headers: { authorization: `Bearer ${api.key}` } });
    expect(await report.text()).toContain('<p class="view-answer">Shares with 3 seeds.</p>');
    expect((await call(api, `${path}/manifest`)).data).toMatchObject({ seeds: [1, 2, 3], agent_count: 100 });
    const stream = await EventListener.open(api, finished.id);
    await waitUntil('the stream has ended', () => stream.ended);
    expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { id: finished.id, result: { outcomes } } });
    const dryRun = await call(api, '/v1/repetitions', 'POST', { ...request, dry_run: true });
    expect(dryRun).toMatchObject({ status: 200, data: { object: 'repetition_dry_run', points_total: 3 } });
    const equal = await call(api, '/v1/repetitions', 'POST', { ...request, seeds: [1, 1] });
    expect(equal).toMatchObject({ status: 400, error: 'invalid_repetition' });
    const missing = await call(api, `/v1/runs/rep_${'0'.repeat(32)}`);
    expect(missing).toMatchObject({ status: 404, error: 'run_not_found' });
    const canceled = await call(api, `${path}/cancel`, 'POST');
    expect(canceled).toMatchObject({ status: 409, error: 'run_already_finished' });
  });

  it('The OpenAPI document has the routes, the events and the error codes of the kind', async () => {
    const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
      webhooks: Record<string, object>;
    };
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/v1/repetitions'))).toHaveLength(1);
    expect(JSON.stringify(document.paths['/v1/runs/{id}'])).toContain('#/components/schemas/Repetition');
    expect(document.webhooks).toHaveProperty(['repetition.completed']);
    expect(JSON.stringify(document.paths['/v1/repetitions'])).toContain('invalid_repetition');
  });

  it('A deleted run and its simulations are hidden', async () => {
    const path = `/v1/runs/${finished.id}`;
    expect((await call(api, path, 'DELETE')).data).toEqual({ id: finished.id, deleted: true });
    expect((await call(api, path)).error).toBe('run_not_found');
    expect((await call(api, '/v1/runs?kind=repetition')).data).toEqual([]);
  });
});
