import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TraceCollector } from '../../bench/trace/trace-collector.js';
import { freePort } from '../../embedded/free-port.js';
import type { ApiClient } from '../support/api-client.js';
import { testDefinition, publishWorkflow } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

describe('observability of a simulation', () => {
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
    await waitUntil('the webhook arrived', () => receiver.receivedAt('/hook').length > 0);
  });
  afterAll(async () => {
    await bed.stop();
    collector.stop();
    await receiver.stop();
  });

  const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  it('Log lines of both processes have the request id, and those of the worker have the simulation and delivery ids', async () => {
    // Sorted by time, because the output of the two processes is interleaved.
    const lines = () =>
      bed
        .logLines()
        .filter(({ request_id }) => request_id === requestId)
        .sort((a, b) => Number(a['time']) - Number(b['time']));
    await waitUntil('all lines are written', () => lines().length >= 3);
    expect(lines()).toEqual([
      expect.objectContaining({ process: 'api', msg: 'request', status: 202 }),
      expect.objectContaining({ process: 'worker', msg: 'run ended', simulation_id: id, outcome: 'completed' }),
      expect.objectContaining({
        process: 'worker',
        msg: 'webhook attempt ended',
        simulation_id: id,
        status: 'succeeded',
        delivery_id: expect.stringMatching(/^dlv_/) as string,
        event_id: receiver.receivedAt('/hook')[0]?.headers['webhook-id'],
      }),
    ]);
  });

  it('One trace connects the request, the run and the delivery attempt', async () => {
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
      'database.transaction': 'POST /v1/simulations',
      'simulation.claim': 'POST /v1/simulations',
      'simulation.run': 'POST /v1/simulations',
      'simulation.compute': 'simulation.run',
      'engine.compile': 'simulation.compute',
      'engine.people': 'simulation.compute',
      'engine.choices': 'simulation.compute',
      'engine.errors': 'simulation.compute',
      'engine.summary': 'simulation.compute',
      'engine.digest': 'simulation.compute',
      'engine.parquet': 'simulation.compute',
      'simulation.store': 'simulation.run',
      'webhook.attempt': 'POST /v1/simulations',
    });
    expect(request.attributes).toMatchObject({ 'svc.request_id': requestId, 'http.response.status_code': 202 });
    expect(spanOf('simulation.run')).toMatchObject({
      process: 'simulation-service-worker',
      attributes: { simulation_id: id, request_id: requestId },
    });
  });

  it("The service does not continue a caller's trace and sends no trace context to receivers", async () => {
    const callerTraceId = '0af7651916cd43dd8448eb211c80319c';
    const response = await fetch(`${api.url}/livez`, {
      headers: { traceparent: `00-${callerTraceId}-b7ad6b7169203331-01` },
    });
    expect(response.status).toBe(200);
    await waitUntil('the span is sent', () => collector.spans.some(({ name }) => name === 'GET /livez'));
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(callerTraceId);
    expect(receiver.receivedAt('/hook')[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('API metrics count requests by route and errors by code, and unknown paths add no labels', async () => {
    for (const path of ['/v1/simulations/x', '/none/1', '/none/2']) await api.call(path);
    const text = await scrape(ports.api);
    expect(text).toMatch(/^svc_http_request_seconds_count{method="POST",route="\/v1\/simulations",status="202"} 1$/m);
    expect(text).toMatch(/^svc_errors_total{code="simulation_not_found"} 1$/m);
    expect(text).toMatch(/^svc_errors_total{code="not_found"} 2$/m);
    expect(text).not.toContain('/none/');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('Worker metrics count runs and delivery attempts and measure the queues', async () => {
    const text = await scrape(ports.worker);
    expect(text).toMatch(
      /^svc_simulation_run_seconds_count{workflow="swissmetro-mode-choice",outcome="completed"} 1$/m,
    );
    expect(text).toMatch(/^svc_webhook_attempt_seconds_count{outcome="succeeded"} 1$/m);
    expect(text).toMatch(/^svc_simulations_queued{tier="sandbox"} 0$/m);
    expect(text).toMatch(/^svc_simulations_queued_cpu_seconds{tier="sandbox"} 0$/m);
    expect(text).toMatch(/^svc_outbox_age_seconds{tier="live"} 0$/m);
    expect(text).toMatch(/^svc_database_up{tier="live"} 1$/m);
    expect(text).toMatch(/^svc_simulations_failed_total{code="worker_lost"} 0$/m);
  });

  it('Every metric in the alert rules of docs/operator/monitoring.md is exported by the API or the worker', async () => {
    const metrics = (await Promise.all([scrape(ports.api), scrape(ports.worker)])).join('\n');
    const page = readFileSync(join(projectFolder, 'docs/operator/monitoring.md'), 'utf8');
    const [, rules = ''] = /```yaml\n(groups:[^]*?)```/.exec(page) ?? [];
    const names = [...new Set([...rules.matchAll(/svc_\w+/g)].map(([name]) => name))];
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !new RegExp(`^# TYPE ${name} `, 'm').test(metrics))).toEqual([]);
  });

  it('Metrics count all private workflows together and do not contain their names', async () => {
    const slug = `secret-plans-${randomUUID()}`;
    expect((await publishWorkflow(api, testDefinition(slug))).status).toBe(201);
    const { id: own } = (await createSimulation(api, { workflow_id: slug })).body.data;
    await finished(api, own);
    const text = () => scrape(ports.worker);
    await waitUntil('the run is counted', async () =>
      /^svc_simulation_run_seconds_count{workflow="private",outcome="completed"} 1$/m.test(await text()),
    );
    expect(await text()).not.toContain(slug);
  });

  it('The metrics port serves only metrics, and the API port serves none', async () => {
    expect((await fetch(`http://127.0.0.1:${ports.api}/v1/status`)).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });
});
