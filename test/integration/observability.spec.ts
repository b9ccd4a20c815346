import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../embedded/free-port.js';
import type { ApiClient } from '../support/api-client.js';
import { testDefinition, publishWorkflow } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { TraceCollector } from '../support/trace-collector.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

describe('what operators see of one simulation, from the request to the receiver of its webhook', () => {
  let bed: TestBed;
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let api: ApiClient;
  let ports: { api: number; worker: number };
  let id: string;
  let requestId: string;

  beforeAll(async () => {
    [collector, receiver] = await Promise.all([TraceCollector.start(), WebhookReceiver.start()]);
    ports = { api: await freePort(), worker: await freePort() };
    bed = await TestBed.start({
      LOG_LEVEL: 'info',
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_API_METRICS_PORT: String(ports.api),
      SVC_WORKER_METRICS_PORT: String(ports.worker),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    const [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
    api = await bed.newCaller(url);
    const created = await createSimulation(api, { webhook_url: receiver.url('/hook') });
    ({ id } = created.body.data);
    requestId = created.headers.get('x-request-id') ?? '';
    await finished(api, id);
    await waitUntil('the webhook came', () => receiver.receivedAt('/hook').length > 0);
  });
  afterAll(async () => {
    await bed.stop();
    collector.stop();
    await receiver.stop();
  });

  const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  it('lines of the log in both processes have the id of the request, and the worker’s that of the simulation and of the delivery', async () => {
    // As they were written, and not as two processes were heard.
    const lines = () =>
      bed
        .logLines()
        .filter(({ request_id }) => request_id === requestId)
        .sort((a, b) => Number(a['time']) - Number(b['time']));
    await waitUntil('all lines are written', () => lines().length >= 3);
    expect(lines()).toEqual([
      expect.objectContaining({ process: 'api', msg: 'request', status: 202 }),
      expect.objectContaining({ process: 'worker', msg: 'a run ended', simulation_id: id, outcome: 'completed' }),
      expect.objectContaining({
        ...{ process: 'worker', msg: 'an attempt ended', simulation_id: id, status: 'succeeded' },
        delivery_id: expect.stringMatching(/^dlv_/) as string,
        event_id: receiver.receivedAt('/hook')[0]?.headers['webhook-id'],
      }),
    ]);
  });

  it('one trace goes from the request over the run to the attempt of the delivery', async () => {
    const spanOf = (name: string) => collector.spans.find((span) => span.name === name);
    await waitUntil('all spans are sent', () =>
      [spanOf('POST /v1/simulations'), spanOf('webhook.attempt')].every(Boolean),
    );
    const request = spanOf('POST /v1/simulations')!;
    const inside = collector.spans.filter(({ traceId }) => traceId === request.traceId);
    const parentOf = Object.fromEntries(
      inside.map(({ name, parentSpanId }) => [name, inside.find(({ spanId }) => spanId === parentSpanId)?.name]),
    );
    expect(parentOf).toEqual({
      'POST /v1/simulations': undefined,
      'simulation.run': 'POST /v1/simulations',
      'simulation.compute': 'simulation.run',
      'simulation.store': 'simulation.run',
      'webhook.attempt': 'POST /v1/simulations',
    });
    expect(request.attributes).toMatchObject({ 'svc.request_id': requestId, 'http.response.status_code': 202 });
    expect(spanOf('simulation.run')).toMatchObject({
      process: 'simulation-service-worker',
      attributes: { simulation_id: id, request_id: requestId },
    });
  });

  it('the trace of a caller is linked to and not joined, and no trace is told to receivers', async () => {
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const response = await fetch(`${api.url}/livez`, { headers: { traceparent: `00-${theirs}-b7ad6b7169203331-01` } });
    expect(response.status).toBe(200);
    await waitUntil('the span is sent', () => collector.spans.some(({ name }) => name === 'GET /livez'));
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(theirs);
    expect(receiver.receivedAt('/hook')[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('the API tells Prometheus of requests by route and of errors by code, whatever paths are asked for', async () => {
    for (const path of ['/v1/simulations/x', '/none/1', '/none/2']) await api.call(path);
    const text = await scrape(ports.api);
    expect(text).toMatch(/^svc_http_request_seconds_count{method="POST",route="\/v1\/simulations",status="202"} 1$/m);
    expect(text).toMatch(/^svc_errors_total{code="simulation_not_found"} 1$/m);
    expect(text).toMatch(/^svc_errors_total{code="not_found"} 2$/m);
    expect(text).not.toContain('/none/');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('the worker tells Prometheus of runs, attempts and what waits', async () => {
    const text = await scrape(ports.worker);
    expect(text).toMatch(
      /^svc_simulation_run_seconds_count{workflow="swissmetro-mode-choice",outcome="completed"} 1$/m,
    );
    expect(text).toMatch(/^svc_webhook_attempt_seconds_count{outcome="succeeded"} 1$/m);
    expect(text).toMatch(/^svc_simulations_queued{tier="sandbox"} 0$/m);
    expect(text).toMatch(/^svc_outbox_age_seconds{tier="live"} 0$/m);
    expect(text).toMatch(/^svc_database_up{tier="live"} 1$/m);
    expect(text).toMatch(/^svc_simulations_failed_total{code="worker_lost"} 0$/m);
  });

  it('what the runbook would wake somebody for is told by one of the two', async () => {
    const told = (await Promise.all([scrape(ports.api), scrape(ports.worker)])).join('\n');
    const runbook = readFileSync(join(projectFolder, 'docs/runbook.md'), 'utf8');
    const [, rules = ''] = /```yaml\n(groups:[^]*?)```/.exec(runbook) ?? [];
    const names = [...new Set([...rules.matchAll(/svc_\w+/g)].map(([name]) => name))];
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !new RegExp(`^# TYPE ${name} `, 'm').test(told))).toEqual([]);
  });

  it('the name that somebody gave a workflow of their own is not told: what is not of this release is counted together', async () => {
    const slug = `secret-plans-${randomUUID()}`;
    expect((await publishWorkflow(api, testDefinition(slug))).status).toBe(201);
    const { id: own } = (await createSimulation(api, { workflow_id: slug })).body.data;
    await finished(api, own);
    const text = () => scrape(ports.worker);
    await waitUntil('it is counted', async () =>
      /^svc_simulation_run_seconds_count{workflow="private",outcome="completed"} 1$/m.test(await text()),
    );
    expect(await text()).not.toContain(slug);
  });

  it('the port of the metrics answers nothing else, and the port of the API no metrics', async () => {
    expect((await fetch(`http://127.0.0.1:${ports.api}/v1/status`)).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });
});
